package rivet.spi.engine;

import java.nio.ByteBuffer;

import org.osgi.annotation.versioning.ProviderType;

/** The actor's end of a WebSocket. Called in order, one call at a time; returns soon. */
@ProviderType
public interface SocketListener {

    /** A text frame came. */
    void text(String text);

    /** A binary frame came; the buffer is the receiver's to keep. */
    void binary(ByteBuffer data);

    /** The socket is closed, by whichever side. Called once, last. */
    void closed(int code, String reason);
}
