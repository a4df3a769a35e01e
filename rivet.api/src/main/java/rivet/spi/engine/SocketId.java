package rivet.spi.engine;

import java.nio.ByteBuffer;

import rivet.error.ErrorCode;

/**
 * Names a client's WebSocket, the same in every generation of its actor for as long as it is open. Two numbers of four bytes, as gateways have them (R-hib-1).
 *
 * @param gateway the gateway that has the socket; another one after each start of an engine that loses its sockets when it ends
 * @param request the socket at that gateway
 */
public record SocketId(int gateway, int request) {

    /**
     * Reads a name that was stored.
     *
     * @throws rivet.error.RivetException {@code actor.invalid_request} unless both parts have four bytes
     */
    public static SocketId of(byte[] gateway, byte[] request) {
        return new SocketId(number("gateway_id", gateway), number("request_id", request));
    }

    private static int number(String field, byte[] bytes) {
        if (bytes.length != Integer.BYTES) {
            throw ErrorCode.ACTOR_INVALID_REQUEST.error("field", field, "actual_len", bytes.length);
        }
        return ByteBuffer.wrap(bytes).getInt();
    }

    /** Returns the bytes of the gateway's number. */
    public byte[] gatewayBytes() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(gateway).array();
    }

    /** Returns the bytes of the socket's number. */
    public byte[] requestBytes() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(request).array();
    }
}
