package rivet.test.storage;

import rivet.spi.storage.DatabaseId;

/** Decides what goes wrong. Asked once for each call, in the order of the calls of a database; must be safe for use by many threads. */
@FunctionalInterface
public interface Faults {

    /** What is called. */
    enum Operation { OPEN, EXECUTE, QUERY, BATCH, BEGIN, EXECUTE_INSIDE, COMMIT, ROLLBACK, CLOSE, READ, EXISTS, DELETE }

    /** Nothing ever goes wrong. */
    Faults NEVER = (id, operation) -> Fault.NONE;

    /** Returns what goes wrong with this call. */
    Fault next(DatabaseId id, Operation operation);
}
