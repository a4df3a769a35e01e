package rivet.test.storage;

import java.time.Duration;

import rivet.spi.storage.StorageException;

/** What goes wrong with one call of a store. */
public sealed interface Fault {

    /** Nothing goes wrong. */
    Fault NONE = new Delayed(Duration.ZERO, Duration.ZERO);

    /**
     * The call takes its time.
     *
     * @param before how long until it is made; later calls of the same database wait as well
     * @param after how long its result is on its way; results of later calls may overtake it
     */
    record Delayed(Duration before, Duration after) implements Fault {}

    /** The call is not made and says so. */
    record Failed(StorageException.Kind kind) implements Fault {}

    /** The call is not made, and nobody learns that. */
    record RequestLost() implements Fault {}

    /** The call is made, and nobody learns how it ended. */
    record ReplyLost() implements Fault {}
}
