package rivet.engine.gateway;

import java.time.Duration;

/**
 * How long and how much at the public port.
 *
 * @param responseStart longest until an answer begins
 * @param requests most requests that wait for the beginning of their answer
 * @param body most bytes of a request's body
 * @param sockets most WebSockets
 * @param socketFrames most frames on their way to one client
 * @param socketBytes most bytes on their way to one client
 * @param allSocketBytes most bytes on their way to all clients; those who have most of it waiting are let go
 * @param message most bytes of a WebSocket message that comes in
 * @param closing longest that a close handshake takes
 * @param heldFrames most frames of one client that wait for its actor, or for being dealt with; then the client has to wait
 * @param heldBytes most bytes of them
 */
public record PortLimits(Duration responseStart, int requests, int body, int sockets, int socketFrames, long socketBytes, long allSocketBytes, long message,
        Duration closing, int heldFrames, long heldBytes) {

    /** The limits of spec/wire.md 12, where it has them. */
    public static final PortLimits DEFAULT = new PortLimits(Duration.ofMinutes(5), 10_000, 20 * 1024 * 1024, 50_000, 4_096, 4 * 1024 * 1024, 256 * 1024 * 1024,
        32 * 1024 * 1024, Duration.ofSeconds(10));

    /** Makes limits of which those of what waits for actors are the standard ones. */
    public PortLimits(Duration responseStart, int requests, int body, int sockets, int socketFrames, long socketBytes, long allSocketBytes, long message,
            Duration closing) {
        this(responseStart, requests, body, sockets, socketFrames, socketBytes, allSocketBytes, message, closing, 4_096, 4 * 1024 * 1024);
    }
}
