package rivet.runtime.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to an actor.
 *
 * @param method HTTP method
 * @param path path and query as the actor sees them
 * @param headers in addition to those of the protocol, names in lower case
 * @param params JSON; empty for none
 * @param body empty for none
 * @param raw whether the actor's own code answers, so that every status is an answer
 */
public record Outgoing(String method, String path, Map<String, List<String>> headers, Optional<String> params, byte[] body, boolean raw) {}
