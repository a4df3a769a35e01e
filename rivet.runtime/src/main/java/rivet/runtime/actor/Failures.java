package rivet.runtime.actor;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ActorSpecifier;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.StorageFailures;
import rivet.spi.storage.StorageException;

/** Turns whatever was thrown into an error with a name. */
public final class Failures {

    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    /**
     * Returns the error for what actor code threw: one with a name as it is, anything else as an internal error, logged here, once, with the
     * actor (R-act-14).
     */
    static RivetException ofActor(Throwable thrown, ActorSpecifier actor, String what) {
        Throwable cause = unwrap(thrown);
        if (cause instanceof RivetException named) {
            if (!named.exposed() && named.getCause() != null) {
                log.error("{} of actor {} failed: {}", what, actor, named, named.getCause());
            }
            return named.withActor(actor);
        }
        log.error("{} of actor {} failed", what, actor, cause);
        return ErrorCode.RIVETKIT_INTERNAL_ERROR.error().withCause(cause).withActor(actor);
    }

    /** Logs what actor code threw of which nobody waits for the result. */
    static void log(Throwable thrown, ActorSpecifier actor, String what) {
        log.error("{} of actor {} failed", what, actor, unwrap(thrown));
    }

    /** Returns the error for a failure of the platform, for those who wait for its result. */
    public static RivetException of(Throwable thrown) {
        Throwable cause = unwrap(thrown);
        return switch (cause) {
            case RivetException named -> named;
            case StorageException e -> StorageFailures.ofOpening(e);
            default -> ErrorCode.CORE_INTERNAL_ERROR.error().withCause(cause);
        };
    }

    /** Returns whether code failed because its thread was interrupted. */
    static boolean isInterruption(Throwable thrown) {
        return switch (unwrap(thrown)) {
            case InterruptedException _, InterruptedIOException _, ClosedByInterruptException _ -> true;
            default -> false;
        };
    }

    /** Returns what a future wrapped. */
    public static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
