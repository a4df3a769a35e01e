package rivet.inspect;

import java.util.List;

/**
 * A connection of an actor. Values are plain.
 *
 * @param id its id
 * @param params what the client gave; null for nothing
 * @param state its state; {@link rivet.value.Undefined#UNDEFINED} for none
 * @param subscriptions names of the events that it hears
 * @param socket whether it is a WebSocket, and not an HTTP request
 * @param hibernatable whether it stays when the actor sleeps
 */
public record ConnectionInfo(String id, Object params, Object state, List<String> subscriptions, boolean socket, boolean hibernatable) {}
