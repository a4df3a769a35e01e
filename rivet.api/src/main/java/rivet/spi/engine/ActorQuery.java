package rivet.spi.engine;

import java.util.Optional;

/**
 * Which actors to list: newest first.
 *
 * @param namespace of this namespace only
 * @param name of this type only
 * @param idPrefix with an id that begins so
 * @param text with a key that has this in it, or an id that begins so
 * @param condition in this condition only
 * @param includeDestroyed also those that were destroyed
 * @param before created before the actor of this cursor
 * @param limit at most this many; 1 to 1,000
 */
public record ActorQuery(Optional<String> namespace, Optional<String> name, Optional<String> idPrefix, Optional<String> text, Optional<Condition> condition,
        boolean includeDestroyed, Optional<String> before, int limit) {

    /** What the engine has noted of an actor. */
    public enum Condition {
        AWAKE, ASLEEP, FAILED
    }

    /** Makes a query for actors in any condition. */
    public ActorQuery(Optional<String> namespace, Optional<String> name, Optional<String> idPrefix, boolean includeDestroyed, Optional<String> before,
            int limit) {
        this(namespace, name, idPrefix, Optional.empty(), Optional.empty(), includeDestroyed, before, limit);
    }

    /** The newest actors of all. */
    public static ActorQuery newest(int limit) {
        return new ActorQuery(Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.empty(), limit);
    }
}
