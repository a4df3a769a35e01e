package rivet.sqlite.sql;

import java.util.Set;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * The text of exactly one statement and what is known of it without SQLite.
 *
 * @param text the statement, without what stands before it
 * @param verb what it does
 * @param informative a PRAGMA that only tells or that changes only the database itself; false for all else
 * @param leavesTraces whether it may change the connection beyond its end: temporary objects, settings
 */
public record SqlText(String text, Verb verb, boolean informative, boolean leavesTraces) {

    // those that people who look at a database ask, and the two numbers in its header
    private static final Set<String> INFORMATIVE = Set.of("application_id", "collation_list", "compile_options", "data_version", "database_list",
        "encoding", "foreign_key_check", "foreign_key_list", "freelist_count", "function_list", "index_info", "index_list", "index_xinfo",
        "integrity_check", "module_list", "page_count", "page_size", "pragma_list", "quick_check", "schema_version", "table_info", "table_list",
        "table_xinfo", "user_version");

    /**
     * Reads a statement. SQLite itself would run the first of several and forget the rest, and sqlite-jdbc breaks on an empty one,
     * so both fail here, with kind {@code STATEMENT}.
     */
    public static SqlText of(String sql) {
        if (sql.indexOf('\0') >= 0) {
            throw refuse("a NUL character ends the text early", sql);
        }
        Tokens tokens = new Tokens(sql);
        while (tokens.advance() == Tokens.Kind.SEMICOLON) {
            // an empty statement before the one that is meant
        }
        if (tokens.kind() == Tokens.Kind.END) {
            throw refuse("there is no statement", sql);
        }
        int start = tokens.start();
        SqlText result = new SqlReader(tokens).read(sql.substring(start));
        while (tokens.kind() == Tokens.Kind.SEMICOLON) {
            tokens.advance();
        }
        if (tokens.kind() != Tokens.Kind.END) {
            throw refuse("more than one statement", sql);
        }
        return result;
    }

    static boolean isInformative(String pragma) {
        return INFORMATIVE.contains(pragma);
    }

    private static StorageException refuse(String why, String sql) {
        return new StorageException(Kind.STATEMENT, why + ": " + abridged(sql));
    }

    /** Returns the text for a message: statements can be megabytes. */
    public static String abridged(String sql) {
        return sql.length() <= 200 ? sql : sql.substring(0, 200) + "...";
    }
}
