package rivet.spi.engine;

import rivet.error.RivetException;

/**
 * A request that a runtime did not take, and of which nothing has begun: the generation is over or about to be. The engine holds it for
 * the next generation, or answers with the reason.
 */
public final class NotAdmittedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RivetException reason;

    /** Makes an exception. */
    public NotAdmittedException(RivetException reason) {
        super(reason.getMessage(), reason, false, false);
        this.reason = reason;
    }

    /** Returns what to tell the client if the request cannot be held. */
    public RivetException reason() {
        return reason;
    }
}
