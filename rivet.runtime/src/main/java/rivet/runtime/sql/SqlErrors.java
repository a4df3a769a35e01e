package rivet.runtime.sql;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.StorageFailures;
import rivet.spi.storage.StorageException;

/** What authors are told of failures of the store. */
final class SqlErrors {

    private SqlErrors() {}

    /** Returns the error for whatever the store failed with. */
    static RivetException of(Throwable thrown) {
        return switch (unwrap(thrown)) {
            case RivetException named -> named;
            case StorageException e -> of(e);
            case Throwable other -> ErrorCode.SQLITE_EXECUTION_FAILED.error("message", String.valueOf(other.getMessage())).withCause(other);
        };
    }

    private static RivetException of(StorageException e) {
        return switch (e.kind()) {
            case CLOSED -> ErrorCode.SQLITE_CLOSED.error().withCause(e);
            case BUSY -> ErrorCode.SQLITE_WRITER_BUSY.error().withCause(e);
            case TOO_LARGE -> ErrorCode.SQLITE_LIMIT_EXCEEDED.error("what", "the result", "limit", String.valueOf(e.getMessage())).withCause(e);
            case OVERLOADED -> StorageFailures.ofStatement(e);
            default -> ErrorCode.SQLITE_EXECUTION_FAILED.error("message", String.valueOf(e.getMessage())).withCause(e);
        };
    }

    static RivetException expired(Duration limit) {
        return ErrorCode.SQLITE_TRANSACTION_EXPIRED.error("timeout_ms", limit.toMillis());
    }

    static RivetException rolledBack() {
        return ErrorCode.SQLITE_TRANSACTION_TERMINAL.error("state", "rolled back");
    }

    /** Returns what SQLite itself would say. */
    static RivetException refused(String message) {
        return ErrorCode.SQLITE_EXECUTION_FAILED.error("message", message);
    }

    /** Returns whether a failure took its transaction with it. */
    static boolean endsTransaction(Throwable thrown) {
        return unwrap(thrown) instanceof StorageException e && e.endsTransaction();
    }

    /** Returns whether a statement was stopped, or its transaction ran out of time. */
    static boolean isTimeout(Throwable thrown) {
        return unwrap(thrown) instanceof StorageException e && e.kind() == StorageException.Kind.TIMEOUT;
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
