package rivet.spi.engine;

/**
 * How many actors of a type there are in a namespace.
 *
 * @param namespace the namespace
 * @param name the type
 * @param all all of them, but for those destroyed
 * @param awake those that run, or are about to
 * @param failed those that could not be started the last time, or crashed
 */
public record ActorTally(String namespace, String name, long all, long awake, long failed) {}
