package rivet.runtime.rollout;

import java.time.Instant;
import java.util.Optional;

import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.runtime.type.FactoryGeneration;

/** Hears what becomes of roll-outs: for who keeps their history. From any thread, without locks; nothing blocks. */
public interface RolloutWatch {

    /** What began a roll-out of code because it has come. */
    String BUNDLE = "bundle";

    /** What follows from a failure, or from the end of a roll-out. */
    String PLATFORM = "platform";

    /** A roll-out of an earlier process. */
    record Earlier(Pace pace, Instant begun, long moved, long failed) {}

    /**
     * Returns what is known of the roll-out of code that has come, if that is the latest of its type and was begun before this process started.
     *
     * @param target the code
     */
    default Optional<Earlier> earlier(FactoryGeneration target) {
        return Optional.empty();
    }

    /**
     * A roll-out has begun; the one of the type before it is over.
     *
     * @param by who or what began it
     */
    default void begun(FactoryGeneration target, Rollout rollout, String by) {}

    /** An actor was moved, or has gone back to the code that it ran before. */
    default void moved(String actor, FactoryGeneration from, FactoryGeneration to) {}

    /** An actor could not be moved. */
    default void failed(Rollout.Failure failure, FactoryGeneration from, FactoryGeneration to) {}

    /** A roll-out was paused, by whatever: {@link Rollout#paused} says why. */
    default void paused(Rollout rollout) {}

    /** Nobody is left to move. */
    default void done(Rollout rollout) {}
}
