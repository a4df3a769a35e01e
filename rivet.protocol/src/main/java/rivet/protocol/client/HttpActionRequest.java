package rivet.protocol.client;

import java.util.List;

/**
 * Calls an action; its name is in the path.
 *
 * @param args plain values
 */
public record HttpActionRequest(List<Object> args) implements HttpMessage {}
