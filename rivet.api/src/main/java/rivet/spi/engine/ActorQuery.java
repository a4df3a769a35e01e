package rivet.spi.engine;

import java.util.Optional;

/**
 * Which actors to list: newest first.
 *
 * @param namespace of this namespace only
 * @param name of this type only
 * @param idPrefix with an id that begins so
 * @param includeDestroyed also those that were destroyed
 * @param before created before the actor of this cursor
 * @param limit at most this many; 1 to 1,000
 */
public record ActorQuery(Optional<String> namespace, Optional<String> name, Optional<String> idPrefix, boolean includeDestroyed,
        Optional<String> before, int limit) {

    /** The newest actors of all. */
    public static ActorQuery newest(int limit) {
        return new ActorQuery(Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.empty(), limit);
    }
}
