package rivet.protocol.envoy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What an actor says to the client of a request or socket, through the tunnel. */
public sealed interface ToGateway {

    /**
     * The response begins.
     *
     * @param status u16
     * @param headers one value for each name, names in lower case
     * @param stream the body comes in chunks
     */
    record ResponseStart(int status, Map<String, String> headers, Optional<byte[]> body, boolean stream) implements ToGateway {}

    /** More of the response's body. */
    record ResponseChunk(byte[] body, boolean finish) implements ToGateway {}

    /** The response ends early. */
    record ResponseAbort(AbortReason reason) implements ToGateway {}

    /** How many bytes of the request's body were taken so far, u64. Version 8. */
    record RequestBodyWindowUpdate(long consumedBytes) implements ToGateway {}

    /** No more of the request's body is wanted. Version 8. */
    record RequestBodyCancel() implements ToGateway {}

    /** The socket is accepted. */
    record WebSocketOpen(boolean canHibernate) implements ToGateway {}

    /** A frame. */
    record WebSocketMessage(byte[] data, boolean binary) implements ToGateway {}

    /** The client's frames up to this index, u16, need not be kept any more. */
    record WebSocketMessageAck(int index) implements ToGateway {}

    /** The socket closes; code u16. */
    record WebSocketClose(OptionalInt code, Optional<String> reason, boolean hibernate) implements ToGateway {}
}
