package rivet.inspect;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the roll-out of a version of a type's code stands: the latest one that was begun, by an operator or because a better version has come.
 *
 * @param type name of the actor type
 * @param version of the bundle whose code the actors are to run
 * @param bundle symbolic name of that bundle
 * @param pace how fast awake actors are moved
 * @param stage where it stands
 * @param begun when it was begun
 * @param onIt actors that are awake on that code
 * @param waiting awake actors that are still to be moved; with the pace {@link Pace.WhenTheySleep} those that have not slept yet
 * @param moved actors that were moved to it while awake, since it was begun
 * @param failed actors that could not be moved and run what they ran before
 * @param failures the latest of these failures, newest first, ten at most
 * @param paused why it is paused, if so
 */
public record Rollout(String type, String version, String bundle, Pace pace, Stage stage, Instant begun, int onIt, int waiting, long moved, long failed,
        List<Failure> failures, Optional<String> paused) {

    /** Where a roll-out stands. */
    public enum Stage {
        /** Actors are being moved, or are waited for. */
        GOING_ON,
        /** Somebody, or the failure of an actor, has paused it: no actor is given the code that other code can run. */
        PAUSED,
        /** No awake actor is left on other code that could be moved. */
        DONE
    }

    /**
     * An actor that could not be moved.
     *
     * @param actor its id
     * @param at when
     * @param reason what went wrong
     */
    public record Failure(String actor, Instant at, String reason) {}
}
