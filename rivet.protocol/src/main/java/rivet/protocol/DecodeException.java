package rivet.protocol;

import java.util.OptionalLong;

/**
 * Bytes or text from outside are not what the protocol says. It is the sender's fault: a connection answers by closing
 * with {@code actor.invalid_request} (R-conn-40), HTTP with {@code core.internal_error} and status 400 (spec/wire.md 10).
 */
public final class DecodeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long offset;

    /** A failure of the whole message rather than of a place in it. */
    public DecodeException(String message) {
        super(message);
        this.offset = -1;
    }

    /**
     * A failure at a place.
     *
     * @param offset where, in bytes (in characters for JSON) from the beginning of the innermost encoded value
     */
    public DecodeException(String message, long offset) {
        this(message, offset, null);
    }

    /** A failure at a place, found by something else: {@code cause}, which may be null. */
    public DecodeException(String message, long offset, Throwable cause) {
        super(message + " (at offset " + offset + ")", cause);
        this.offset = offset;
    }

    /** Returns where it is, if it is in one place. */
    public OptionalLong offset() {
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }
}
