package rivet.actor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The request that made a connection: the handshake of a WebSocket, or the HTTP call of an action.
 *
 * @param method as sent
 * @param target path and query as the actor sees them: without the gateway's prefix and parameters, still percent-encoded
 * @param headers values by name; names are in lower case
 */
public record ConnectionRequest(String method, String target, Map<String, List<String>> headers) {

    /** Makes a request. */
    public ConnectionRequest {
        headers = Map.copyOf(headers);
    }

    /** Returns the first value of a header, by its name in lower case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name)).flatMap(values -> values.stream().findFirst());
    }
}
