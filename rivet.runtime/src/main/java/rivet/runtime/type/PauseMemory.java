package rivet.runtime.type;

import java.util.Optional;

/**
 * What is remembered of paused roll-outs for longer than the factory is there whose code is paused. Called under the lock of {@link Factories}: nothing blocks, nor
 * calls back.
 */
public interface PauseMemory {

    /** Remembers nothing. */
    PauseMemory NONE = new PauseMemory() {};

    /** Returns why the roll-out of code that comes is paused, if it is. */
    default Optional<String> reason(FactoryGeneration factory) {
        return Optional.empty();
    }

    /** A pause has begun. */
    default void begun(FactoryGeneration factory, String reason) {}

    /** That pause has begun by itself, because an actor could only go on with worse code. */
    default void failed(FactoryGeneration factory, FactoryGeneration worse, String reason) {}

    /** A pause has ended: the code is given to actors again. */
    default void ended(FactoryGeneration factory) {}

    /** Code has gone, paused or not. */
    default void gone(FactoryGeneration factory) {}
}
