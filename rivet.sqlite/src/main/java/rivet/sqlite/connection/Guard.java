package rivet.sqlite.connection;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

import org.sqlite.SQLiteConnection;

import rivet.protocol.sql.SqlText;
import rivet.protocol.sql.Verb;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Keeps statements of authors away from what belongs to the platform. Two walls, one behind the other: the text of what is not plain reading and writing may
 * not name the platform's tables, in whatever quotes, so no trigger, view, foreign key or name of theirs ever leads there; and the program that SQLite would run may
 * not open their trees, whichever way it got to them. Used by one thread at a time.
 */
final class Guard {

    /** What the platform's tables and indexes have in their names. */
    private static final String RESERVED = "_rivet_";

    /** Shows the pages of all tables. */
    private static final String PAGES = "dbstat";

    private static final String ROOTS = "SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 AND (tbl_name LIKE '%\\_rivet\\_%' ESCAPE '\\' "
        + "OR name LIKE '%\\_rivet\\_%' ESCAPE '\\')";

    /** Tables that hold their data in tables of their own beside them. Others could open files or show what is not the author's. */
    private static final Set<String> MODULES = Set.of("fts3", "fts4", "fts4aux", "fts5", "fts5vocab", "rtree", "rtree_i32");

    /** PRAGMAs that tell, whatever value they are given. */
    private static final Set<String> TELLING = Set.of("collation_list", "compile_options", "data_version", "foreign_key_check", "foreign_key_list",
        "freelist_count", "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list", "page_count", "pragma_list",
        "quick_check", "table_info", "table_list", "table_xinfo");

    /** PRAGMAs that tell when they are given no value. */
    private static final Set<String> READABLE = Set.of("auto_vacuum", "busy_timeout", "cache_size", "encoding", "foreign_keys", "journal_mode",
        "journal_size_limit", "max_page_count", "page_size", "recursive_triggers", "schema_version", "secure_delete", "synchronous", "temp_store",
        "wal_autocheckpoint");

    /** PRAGMAs that change nothing but the author's own numbers, or nothing beyond the transaction. */
    private static final Set<String> HARMLESS = Set.of("application_id", "defer_foreign_keys", "optimize", "user_version");

    private static final int MAIN = 0;
    private static final int ROOT_IS_IN_REGISTER = 0x10;

    private final SQLiteConnection connection;
    private Set<Long> roots;
    private long rootsOf = -1;

    Guard(SQLiteConnection connection) {
        this.connection = connection;
    }

    /** Fails with kind {@code REFUSED} if the text alone says that an author may not run the statement. */
    static void requireText(SqlText sql) {
        switch (sql.verb()) {
            case ATTACH -> throw refused("other databases cannot be attached", sql);
            case COPY -> throw refused("the database cannot be copied to a file", sql);
            case PRAGMA -> requireHarmless(sql);
            case SCHEMA, UPKEEP, SAVEPOINT, RELEASE, ROLLBACK_TO -> requireOwnNames(sql);
            default -> { }
        }
        if (sql.verb() == Verb.SCHEMA && !sql.subject().isEmpty() && !MODULES.contains(sql.subject())) {
            throw refused("there is no module " + sql.subject() + " for actors", sql);
        }
    }

    /**
     * Fails with kind {@code REFUSED} if an author may not run the statement, with the failure of SQLite if it is none.
     *
     * @param schema grows whenever the schema may have changed
     */
    void admit(SqlText sql, long schema) throws SQLException {
        requireText(sql);
        if (sql.verb() == Verb.READ || sql.verb() == Verb.SCHEMA || sql.verb().changesRows()) {
            requireOwnTrees(sql, schema);
        }
    }

    private static void requireHarmless(SqlText sql) {
        String name = sql.subject();
        if (!TELLING.contains(name) && !HARMLESS.contains(name) && (sql.argument() || !READABLE.contains(name))) {
            throw refused("this PRAGMA is not for actors", sql);
        }
    }

    private static void requireOwnNames(SqlText sql) {
        if (sql.mentions(name -> name.toLowerCase(Locale.ROOT).contains(RESERVED) || name.equalsIgnoreCase(PAGES))) {
            throw refused("names with " + RESERVED + " belong to the platform", sql);
        }
    }

    /** Looks at the program for the statement, which has those of its triggers and foreign keys with it. */
    private void requireOwnTrees(SqlText sql, long schema) throws SQLException {
        Set<Long> forbidden = roots(schema);
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN " + sql.text())) {
            int parameters = explain.getParameterMetaData().getParameterCount();
            for (int i = 1; i <= parameters; i++) {
                explain.setNull(i, 0);
            }
            try (ResultSet step = explain.executeQuery()) {
                while (step.next()) {
                    require(sql, step, forbidden);
                }
            }
        }
    }

    private static void require(SqlText sql, ResultSet step, Set<Long> forbidden) throws SQLException {
        long tree = switch (step.getString(2)) {
            case "OpenRead", "OpenWrite", "ReopenIdx" -> step.getLong(5) == MAIN && (step.getLong(7) & ROOT_IS_IN_REGISTER) == 0 ? step.getLong(4) : 0;
            case "Clear" -> step.getLong(4) == MAIN ? step.getLong(3) : 0;
            case "Destroy" -> step.getLong(5) == MAIN ? step.getLong(3) : 0;
            case "VOpen" -> {
                if (sql.mentions(PAGES::equalsIgnoreCase)) {
                    throw refused("the pages of tables are not for actors", sql);
                }
                yield 0;
            }
            default -> 0;
        };
        if (forbidden.contains(tree)) {
            throw refused("it would reach a table of the platform", sql);
        }
    }

    private Set<Long> roots(long schema) throws SQLException {
        if (rootsOf != schema) {
            Set<Long> found = new HashSet<>();
            try (PreparedStatement query = connection.prepareStatement(ROOTS); ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getLong(1));
                }
            }
            roots = found;
            rootsOf = schema;
        }
        return roots;
    }

    private static StorageException refused(String why, SqlText sql) {
        return new StorageException(Kind.REFUSED, why + ": " + SqlText.abridged(sql.text()));
    }
}
