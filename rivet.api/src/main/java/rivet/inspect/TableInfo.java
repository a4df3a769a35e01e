package rivet.inspect;

import java.util.OptionalLong;

/**
 * A table or view of an actor's database.
 *
 * @param name its name
 * @param view whether it is a view
 * @param columns rows of SQLite's {@code PRAGMA table_info}
 * @param foreignKeys rows of SQLite's {@code PRAGMA foreign_key_list}
 * @param records number of its rows; empty if it could not be counted
 */
public record TableInfo(String name, boolean view, TableRows columns, TableRows foreignKeys, OptionalLong records) {}
