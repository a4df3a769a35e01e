package rivet.runtime.store;

import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.StorageException;

/** What callers are told of a store that failed. */
public final class StorageFailures {

    private StorageFailures() {}

    /** Returns the error for who needed an actor's database and did not get it: nothing was begun. */
    public static RivetException ofOpening(StorageException cause) {
        return switch (cause.kind()) {
            case OVERLOADED -> overloaded("open its database").withCause(cause);
            case CORRUPT -> ErrorCode.ACTOR_STORAGE_DAMAGED.error().withCause(cause);
            default -> ErrorCode.ACTOR_STORAGE_UNAVAILABLE.error("reason", reason(cause).orElse("reading or writing failed")).withCause(cause);
        };
    }

    /** Returns the error for an actor's code whose statement found no room. */
    public static RivetException ofStatement(StorageException cause) {
        return overloaded("run a statement").withCause(cause);
    }

    /** Returns the error for a commit that came to nothing ({@code no}), or may have done so ({@code unknown}). */
    static RivetException ofCommit(StorageException cause, String committed) {
        return reason(cause).map(reason -> ErrorCode.ACTOR_STORAGE_REFUSED.error("committed", committed, "reason", reason))
            .orElseGet(() -> ErrorCode.ACTOR_STORAGE_FAILED.error("committed", committed)).withCause(cause);
    }

    private static RivetException overloaded(String operation) {
        return ErrorCode.ACTOR_OVERLOADED.error("channel", "storage", "operation", operation, "capacity", "reached");
    }

    private static Optional<String> reason(StorageException cause) {
        return switch (cause.kind()) {
            case FULL -> Optional.of("no space is left on the disk");
            case READ_ONLY -> Optional.of("the disk cannot be written");
            case CORRUPT -> Optional.of("the database is damaged");
            case OVERLOADED -> Optional.of("too many operations wait");
            default -> Optional.empty();
        };
    }
}
