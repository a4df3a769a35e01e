package rivet.bench.wire;

/** Bytes that are not what the client protocol (spec/wire.md 6-9) says they are. A benchmark that meets one stops. */
public final class WireException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WireException(String message) {
        super(message);
    }
}
