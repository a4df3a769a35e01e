package rivet.spi.engine;

import java.nio.ByteBuffer;

import org.osgi.annotation.versioning.ProviderType;

/** The actor's end of a WebSocket. Called in order, one call at a time; returns soon. An engine that numbers frames calls the methods that take the number. */
@ProviderType
public interface SocketListener {

    /** A text frame came. */
    void text(String text);

    /** A binary frame came; the buffer is the receiver's to keep. */
    void binary(ByteBuffer data);

    /**
     * A text frame came.
     *
     * @param index its number, see {@link HibernatingSocket}
     */
    default void text(String text, long index) {
        text(text);
    }

    /**
     * A binary frame came; the buffer is shared, its position is not.
     *
     * @param index its number, see {@link HibernatingSocket}
     */
    default void binary(ByteBuffer data, long index) {
        binary(data);
    }

    /** Returns whether the socket is to stay when the actor goes to sleep, and every frame is to be kept until it is acknowledged. The same at every call. */
    default boolean hibernates() {
        return false;
    }

    /** The socket is closed, by whichever side. Called once, last. */
    void closed(int code, String reason);
}
