package rivet.test.sim;

import java.util.List;

/** A run in which something happened that must not. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> trace;

    /**
     * Makes a failure.
     *
     * @param trace the last lines of what happened
     */
    public Failure(long seed, List<String> trace, Throwable cause) {
        super("seed " + seed + ": " + cause.getMessage(), cause);
        this.trace = trace;
    }

    /** Returns the last lines of what happened. */
    public List<String> trace() {
        return trace;
    }
}
