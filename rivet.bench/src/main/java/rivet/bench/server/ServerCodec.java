package rivet.bench.server;

import java.nio.ByteBuffer;

/** The null server's half of the protocol in one encoding (spec/wire.md 7 and 8). Stateless. */
sealed interface ServerCodec permits BareServer, JsonServer {

    /** By header or subprotocol; json is what the protocol takes if nothing is said. */
    static ServerCodec of(String encoding) {
        return "bare".equals(encoding) ? new BareServer() : new JsonServer();
    }

    boolean text();

    String contentType();

    /** Reads an {@code ActionRequest} or a {@code SubscriptionRequest}. */
    Request message(ByteBuffer in);

    /** Reads the body of an HTTP action. */
    Request httpAction(String name, ByteBuffer body);

    /** Encodes a value: a number or text. */
    byte[] value(Object value);

    /** Encodes {@code Init}. */
    ByteBuffer init(String actorId, String connectionId);

    /** Encodes {@code ActionResponse}. */
    ByteBuffer response(long id, byte[] output);

    /** Encodes an {@code Event}. */
    ByteBuffer event(String name, Object first, byte[] second);

    /** Encodes the body of an HTTP response. */
    ByteBuffer httpResponse(byte[] output);
}
