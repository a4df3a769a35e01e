package rivet.inspect;

/**
 * How many actors of a type there are in a namespace.
 *
 * @param namespace the namespace
 * @param type the type
 * @param all all of them, but for those destroyed
 * @param awake those that run, or are about to
 * @param failed those that could not be started the last time, or crashed
 */
public record ActorCount(String namespace, String type, long all, long awake, long failed) {}
