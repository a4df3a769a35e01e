package rivet.shell;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * A command that failed. The shell prints the message, {@code group.code: what happened}; the cause is there for those who ask for the
 * trace.
 */
public final class CommandFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CommandFailed(String message, Throwable cause) {
        super(Printable.text(message), cause);
    }

    static CommandFailed of(Throwable failure) {
        Throwable cause = cause(failure);
        return cause instanceof CommandFailed failed ? failed : new CommandFailed(text(cause), cause);
    }

    /** Returns {@code group.code: message}. What has no name of its own is {@code core.internal_error}. */
    static String text(Throwable failure) {
        Throwable cause = cause(failure);
        return switch (cause) {
            case CommandFailed failed -> failed.getMessage();
            case RivetException named -> named.group() + "." + named.code() + ": " + named.getMessage();
            default -> ErrorCode.CORE_INTERNAL_ERROR.reason() + ": " + cause;
        };
    }

    /** Returns the error for something that was typed wrong. */
    static RivetException input(String reason) {
        return ErrorCode.VALIDATION_INVALID_INPUT.error("reason", reason);
    }

    private static Throwable cause(Throwable failure) {
        boolean wrapped = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wrapped && failure.getCause() != null ? cause(failure.getCause()) : failure;
    }
}
