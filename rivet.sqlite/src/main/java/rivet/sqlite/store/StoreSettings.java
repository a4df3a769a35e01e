package rivet.sqlite.store;

import java.nio.file.Path;

import rivet.sqlite.connection.Connections;

/**
 * How a store is set.
 *
 * @param data folder that holds everything
 * @param process what tells this process from all others, also from earlier ones with its number
 * @param handlesAtRest from as many open files on, those of databases that do nothing are closed
 * @param handlesAtMost most open files; operations that need another one wait
 * @param waiting most operations that wait for one database
 * @param readers most looks at databases at once
 * @param statementSeconds most seconds a statement may run
 * @param connections settings of each connection
 */
public record StoreSettings(Path data, String process, int handlesAtRest, int handlesAtMost, int waiting, int readers, int statementSeconds,
    Connections.Settings connections) {}
