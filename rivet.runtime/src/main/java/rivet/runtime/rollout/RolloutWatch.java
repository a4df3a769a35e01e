package rivet.runtime.rollout;

import rivet.inspect.Rollout;
import rivet.runtime.type.FactoryGeneration;

/** Hears what becomes of roll-outs: for who keeps their history. From any thread, without locks; nothing blocks. */
public interface RolloutWatch {

    /** A roll-out has begun; the one of the type before it is over. */
    default void begun(Rollout rollout) {}

    /** An actor was moved, or has gone back to the code that it ran before. */
    default void moved(String actor, FactoryGeneration from, FactoryGeneration to) {}

    /** An actor could not be moved. */
    default void failed(Rollout.Failure failure, FactoryGeneration from, FactoryGeneration to) {}

    /** A roll-out was paused, by whatever: {@link Rollout#paused} says why. */
    default void paused(Rollout rollout) {}

    /** Nobody is left to move. */
    default void done(Rollout rollout) {}
}
