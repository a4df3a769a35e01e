package rivet.spi.engine;

import java.util.List;
import java.util.Map;

/**
 * The request that opened a WebSocket to an actor.
 *
 * @param target path and query as the actor sees them, see {@link HttpCall#target()}
 * @param headers names in lower case
 * @param subprotocols the offered subprotocols, in order
 */
public record SocketCall(String target, Map<String, List<String>> headers, List<String> subprotocols) {}
