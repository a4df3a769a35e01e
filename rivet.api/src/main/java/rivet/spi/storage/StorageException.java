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
        /** No space left. Reading still works. */
        FULL,
        /** The database or its disk cannot be written. Reading still works. */
        READ_ONLY,
        /** Somebody else holds the database. */
        BUSY,
        /** The file is not a database or is damaged. */
        CORRUPT,
        /** There is no such database. */
        NOT_FOUND,
        /** A time limit passed. */
        TIMEOUT,
        /** The database or the store is closed. */
        CLOSED,
        /** Too many operations wait. */
        OVERLOADED,
        /** Reading or writing failed. */
        IO
    }

    private final Kind kind;

    /** Makes an exception. */
    public StorageException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Makes an exception with its cause. */
    public StorageException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Returns the kind. */
    public Kind kind() {
        return kind;
    }
}
