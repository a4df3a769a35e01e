package rivet.runtime.actor;

import java.util.Locale;
import java.util.Set;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * Refuses statements of authors that would reach what is the platform's: its tables, its transactions, the file and its durability.
 */
final class SqlGuard {

    private static final Set<String> REFUSED = Set.of("BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM");
    private static final Set<String> PRAGMAS = Set.of("table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
        "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check", "page_count", "page_size", "freelist_count", "user_version",
        "optimize", "compile_options", "function_list", "data_version");
    private static final Set<String> READING = Set.of("SELECT", "VALUES", "EXPLAIN", "PRAGMA");

    private SqlGuard() {}

    /**
     * Checks a statement.
     *
     * @throws RivetException {@code sqlite.execution_failed} if it is refused
     */
    static void check(String sql) {
        String word = firstWord(sql, 0);
        if (REFUSED.contains(word)) {
            throw refused(word + " is not available to actors: a turn is a transaction already");
        }
        if (word.equals("PRAGMA") && !PRAGMAS.contains(firstWord(sql, endOf(sql, word)).toLowerCase(Locale.ROOT))) {
            throw refused("this PRAGMA is not available to actors");
        }
        if (sql.toLowerCase(Locale.ROOT).contains("_rivet_")) {
            throw refused("names that contain _rivet_ belong to the platform");
        }
    }

    /** Returns whether a statement that passed {@link #check} certainly writes nothing. */
    static boolean reads(String sql) {
        return READING.contains(firstWord(sql, 0));
    }

    private static RivetException refused(String reason) {
        return ErrorCode.SQLITE_EXECUTION_FAILED.error("message", reason);
    }

    private static int endOf(String sql, String word) {
        return sql.toUpperCase(Locale.ROOT).indexOf(word, start(sql, 0)) + word.length();
    }

    /** Returns the first word from a position on, in upper case; empty if there is none. */
    private static String firstWord(String sql, int from) {
        int start = start(sql, from);
        int end = start;
        while (end < sql.length() && (Character.isLetter(sql.charAt(end)) || sql.charAt(end) == '_')) {
            end++;
        }
        return sql.substring(start, end).toUpperCase(Locale.ROOT);
    }

    /** Skips white space, semicolons and comments. */
    private static int start(String sql, int from) {
        int i = from;
        while (i < sql.length()) {
            if (Character.isWhitespace(sql.charAt(i)) || sql.charAt(i) == ';') {
                i++;
            } else if (sql.startsWith("--", i)) {
                i = after(sql, "\n", i);
            } else if (sql.startsWith("/*", i)) {
                i = after(sql, "*/", i + 2);
            } else {
                return i;
            }
        }
        return i;
    }

    private static int after(String sql, String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }
}
