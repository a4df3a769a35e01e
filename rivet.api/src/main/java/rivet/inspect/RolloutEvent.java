package rivet.inspect;

import java.time.Instant;
import java.util.Optional;

/**
 * What happened to the code of an actor type, as {@link Rollouts#history} tells it.
 *
 * @param type name of the actor type
 * @param at when
 * @param kind what
 * @param bundle symbolic name of the bundle with the code
 * @param version of that bundle
 * @param location where that bundle was installed from; empty if that is not known
 * @param by who or what did it: the name of a user, {@code bundle} for the coming and going of a bundle, {@code platform} for what follows from a failure
 * @param reason for people; empty if there is nothing to say
 * @param pace how fast awake actors are moved, of a roll-out that has begun
 * @param moved actors that were moved while awake, of a roll-out that has begun
 * @param failed actors that could not be moved, of a roll-out that has begun
 */
public record RolloutEvent(String type, Instant at, Kind kind, String bundle, String version, String location, String by, String reason, Optional<Pace> pace, long moved,
        long failed) {

    /** What happened. */
    public enum Kind {
        /** The code has come. That the same code is there again after a restart of the process is no news. */
        CAME,
        /** The code has gone while the process ran. */
        GONE,
        /** Code has come that cannot be used. */
        REFUSED,
        /** A roll-out of this code has begun. */
        BEGUN,
        /** The roll-out of this code was paused. */
        PAUSED,
        /** The pauses of the type were ended; the code is the best now. */
        RESUMED,
        /** Actors were taken back from this code. */
        ROLLED_BACK,
        /** Nobody was left to move. */
        DONE
    }
}
