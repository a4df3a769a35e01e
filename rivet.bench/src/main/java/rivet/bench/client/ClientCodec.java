package rivet.bench.client;

import java.nio.ByteBuffer;
import java.util.List;

import rivet.bench.wire.Bytes;

/** The client's half of the protocol in one encoding (spec/wire.md 7 and 8). Stateless but for caches; for one thread. */
public sealed interface ClientCodec permits BareClient, JsonClient {

    /** The codec for {@code bare} or {@code json}; a new one, because each belongs to one thread. */
    static ClientCodec of(String encoding) {
        return switch (encoding) {
            case "bare" -> new BareClient();
            case "json" -> new JsonClient();
            default -> throw new IllegalArgumentException("no encoding " + encoding);
        };
    }

    /** The name in headers and subprotocols. */
    String name();

    String contentType();

    /** Whether messages travel in text frames. */
    boolean text();

    /** Encodes the arguments of an action. */
    byte[] arguments(List<?> arguments);

    /** Writes an {@code ActionRequest}. */
    void action(Bytes out, long id, Call call);

    /** Writes a {@code SubscriptionRequest}. */
    void subscribe(Bytes out, String event);

    /** Reads a message of a connection. */
    void message(ByteBuffer in, Reply reply);

    /** Encodes the body of an HTTP action. */
    byte[] httpRequest(byte[] arguments);

    /** Reads the body of a successful HTTP response. */
    void httpResponse(ByteBuffer in, Reply reply);
}
