package rivet.protocol.sql;

import java.util.Set;

/** What is known of PRAGMAs. */
final class Pragmas {

    /** Those that people who look at a database ask, and the two numbers in its header. */
    private static final Set<String> INFORMATIVE = Set.of("application_id", "collation_list", "compile_options", "data_version", "database_list",
        "encoding", "foreign_key_check", "foreign_key_list", "freelist_count", "function_list", "index_info", "index_list", "index_xinfo",
        "integrity_check", "module_list", "page_count", "page_size", "pragma_list", "quick_check", "schema_version", "table_info", "table_list",
        "table_xinfo", "user_version");

    /** Those among them that change the database when they are given a value. */
    private static final Set<String> SETTABLE = Set.of("application_id", "encoding", "page_size", "schema_version", "user_version");

    private Pragmas() {}

    static boolean isInformative(String name) {
        return INFORMATIVE.contains(name);
    }

    static boolean reads(String name, boolean argument) {
        return INFORMATIVE.contains(name) && !(argument && SETTABLE.contains(name));
    }
}
