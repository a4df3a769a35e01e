package rivet.inspect;

import java.util.Optional;

/**
 * Which actors to look for, newest first.
 *
 * @param type of this type only
 * @param namespace of this namespace only
 * @param text with a key that has this in it, in the case given, or an id that begins so
 * @param condition in this condition only
 * @param after those that follow the end of a page, see {@link ActorPage#next}
 * @param limit at most this many; 1 to 1,000
 */
public record ActorSearch(Optional<String> type, Optional<String> namespace, Optional<String> text, Optional<Condition> condition, Optional<String> after,
        int limit) {

    /** All, the newest first. */
    public static ActorSearch newest(int limit) {
        return new ActorSearch(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), limit);
    }

    /** Returns the search for the next page, see {@link ActorPage#next}. */
    public ActorSearch from(Optional<String> next) {
        return new ActorSearch(type, namespace, text, condition, next, limit);
    }

    /** How an actor is, as the directory of actors has it. */
    public enum Condition {
        /** It runs, or is about to. */
        AWAKE,
        /** It waits to be woken. */
        ASLEEP,
        /** It could not be started the last time, or crashed. */
        FAILED
    }
}
