package rivet.spi.storage;

/** What went wrong in a store. */
public final class StorageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Kinds that callers decide by. */
    public enum Kind {
        /** A constraint refused a row. */
        CONSTRAINT,
        /** The statement is wrong: syntax, unknown table, wrong parameters, value too big. */
        STATEMENT,
        /** A guarded statement would reach what belongs to the platform. */
        REFUSED,
        /** The result of a guarded statement is larger than the store hands out. */
        TOO_LARGE,
        /** No space left. Reading still works. */
        FULL,
        /** The database or its disk cannot be written. Reading still works. */
        READ_ONLY,
        /** Somebody else holds the database. */
        BUSY,
        /** The file is not a database or is damaged. It is not replaced by a new one. */
        CORRUPT,
        /** There is no such database. */
        NOT_FOUND,
        /** A time limit passed, or the statement was interrupted. */
        TIMEOUT,
        /** The database or the store is closed. */
        CLOSED,
        /** Too many operations wait, or this one has waited too long. It was not begun. */
        OVERLOADED,
        /** Reading or writing failed, or a reply was lost: what the operation was to write may have been written. */
        IO
    }

    private final Kind kind;
    private final boolean transactionOver;

    /** Makes an exception. */
    public StorageException(Kind kind, String message) {
        this(kind, message, null);
    }

    /** Makes an exception with its cause. */
    public StorageException(Kind kind, String message, Throwable cause) {
        this(kind, message, cause, false);
    }

    private StorageException(Kind kind, String message, Throwable cause, boolean transactionOver) {
        super(message, cause);
        this.kind = kind;
        this.transactionOver = transactionOver;
    }

    /** Returns a copy that says that the transaction is over with which it happened. */
    public StorageException endingTransaction() {
        StorageException copy = new StorageException(kind, getMessage(), getCause(), true);
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    /**
     * Returns whether the statement that failed took its transaction with it: everything that was done in it is undone. So SQLite does after some
     * failures, and wherever a statement asks for it.
     */
    public boolean endsTransaction() {
        return transactionOver;
    }

    /** Returns the kind. */
    public Kind kind() {
        return kind;
    }
}
