package rivet.engine.actor;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** Finds out what a failed stage failed of. */
public final class Causes {

    private Causes() {}

    /** Returns the cause without the wrappers that stages put around it. */
    public static Throwable of(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns the cause as an error with a name; one without is {@code core.internal_error}. */
    public static RivetException named(Throwable failure) {
        Throwable cause = of(failure);
        return cause instanceof RivetException named ? named : ErrorCode.CORE_INTERNAL_ERROR.error().withCause(cause);
    }
}
