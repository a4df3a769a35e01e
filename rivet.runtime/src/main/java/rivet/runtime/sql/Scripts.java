package rivet.runtime.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import rivet.error.ErrorCode;
import rivet.protocol.DecodeException;
import rivet.protocol.sql.SqlText;

/** Texts of SQL that were read, those used last. Used by the thread that holds the turn. */
final class Scripts {

    private static final int KEPT = 64;
    private static final int LONGEST_KEPT = 4_096;

    private final Limits limits;
    private final Map<String, List<SqlText>> kept = new LinkedHashMap<>(16, 0.75f, true);

    Scripts(Limits limits) {
        this.limits = limits;
    }

    /**
     * Returns the statements of a text, at least one.
     *
     * @throws rivet.error.RivetException {@code sqlite.execution_failed} if there is none, {@code sqlite.limit_exceeded}
     */
    List<SqlText> read(String sql) {
        List<SqlText> known = kept.get(sql);
        if (known != null) {
            return known;
        }
        limits.requireText(sql);
        List<SqlText> statements = parse(sql);
        if (sql.length() <= LONGEST_KEPT) {
            kept.put(sql, statements);
            if (kept.size() > KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        return statements;
    }

    private static List<SqlText> parse(String sql) {
        List<SqlText> statements;
        try {
            statements = SqlText.script(sql);
        } catch (DecodeException e) {
            throw ErrorCode.SQLITE_EXECUTION_FAILED.error("message", e.getMessage()).withCause(e);
        }
        if (statements.isEmpty()) {
            throw ErrorCode.SQLITE_EXECUTION_FAILED.error("message", "there is no statement: " + SqlText.abridged(sql));
        }
        return statements;
    }
}
