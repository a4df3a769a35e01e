package rivet.protocol.envoy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What the client of a request or socket says to an actor, through the tunnel. */
public sealed interface FromGateway {

    /**
     * A request.
     *
     * @param actorGeneration u32; version 6 does not say it
     * @param stream the body comes in chunks
     * @param responseStream the response may be streamed; never in version 6
     */
    record RequestStart(String actorId, OptionalLong actorGeneration, String method, String path, Map<String, String> headers, Optional<byte[]> body,
            boolean stream, boolean responseStream) implements FromGateway {}

    /** More of the request's body. */
    record RequestChunk(byte[] body, boolean finish) implements FromGateway {}

    /** The client is gone; version 6 says nothing more. */
    record RequestAbort(Optional<String> actorId, OptionalLong actorGeneration, AbortReason reason) implements FromGateway {}

    /** What is left of the request's body is of no use any more. Version 8. */
    record RequestBodyCancel() implements FromGateway {}

    /** How many bytes of the response's body the client has taken so far, u64. Version 8. */
    record ResponseBodyWindowUpdate(long consumedBytes) implements FromGateway {}

    /** A socket; the generation, u32, is not said in version 6. */
    record WebSocketOpen(String actorId, OptionalLong actorGeneration, String path, Map<String, String> headers) implements FromGateway {}

    /** A frame. */
    record WebSocketMessage(byte[] data, boolean binary) implements FromGateway {}

    /** The socket closes; code u16. */
    record WebSocketClose(OptionalInt code, Optional<String> reason) implements FromGateway {}
}
