package rivet.protocol.client;

/**
 * An action returned.
 *
 * @param output a plain value; undefined if the action returns nothing
 */
public record HttpActionResponse(Object output) implements HttpMessage {}
