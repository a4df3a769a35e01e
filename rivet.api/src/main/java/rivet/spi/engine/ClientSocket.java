package rivet.spi.engine;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The client's end of a WebSocket. Frames leave in the order of the calls; nothing blocks. What a client does not read is held up to
 * a limit, then the socket is closed.
 */
@ProviderType
public interface ClientSocket {

    /** Sends a text frame; without effect on a closed socket. */
    void sendText(String text);

    /** Sends a binary frame; without effect on a closed socket. */
    void sendBinary(byte[] data);

    /** Closes after the frames before; without effect on a closed socket. The reason is cut to 123 bytes. */
    void close(int code, String reason);
}
