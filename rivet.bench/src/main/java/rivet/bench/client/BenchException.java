package rivet.bench.client;

/** The benchmark cannot go on or its result would be worth nothing: an error reply, a wrong reply, no reply. */
public class BenchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
