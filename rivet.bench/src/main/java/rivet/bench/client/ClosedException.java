package rivet.bench.client;

/** The server closed a connection. */
public final class ClosedException extends BenchException {

    private static final long serialVersionUID = 1L;

    ClosedException(String reason) {
        super("the server closed the connection: " + reason);
    }
}
