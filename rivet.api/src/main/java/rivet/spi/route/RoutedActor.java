package rivet.spi.route;

import java.util.List;

import rivet.inspect.ActorInspection;

/**
 * The actor that a request is for. Not to be kept longer than for the request or the socket.
 *
 * @param actorId its id
 * @param generation number of its start
 * @param namespace its namespace
 * @param type its type
 * @param key its key
 * @param inspection looks into it, and acts on it
 */
public record RoutedActor(String actorId, int generation, String namespace, String type, List<String> key, ActorInspection inspection) {}
