package rivet.engine.actor;

/**
 * What an actor is found by, other than its id.
 *
 * @param namespace name of the namespace
 * @param name name of the type
 * @param key the key in its escaped form
 */
public record ActorKey(String namespace, String name, String key) {}
