package rivet.runtime;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * How thoroughly Lincheck's model checker looks: at a few scenarios quickly, or, in a full run, at many with many interleavings each. It makes the scenarios of the
 * operations of a test class, and runs each in interleavings that it chooses itself: always the same, so that a failure can be repeated.
 */
public final class Interleavings {

    private static final boolean FULL = Boolean.parseBoolean(System.getenv().getOrDefault("RIVET_FULL", "false"));

    private Interleavings() {}

    /** Returns one number for a quick run and another for a full one. */
    public static int of(int quick, int full) {
        return FULL ? full : quick;
    }

    /**
     * Looks at what three threads with two operations each can do to one another.
     *
     * @param quick how many interleavings of each of ten scenarios in a quick run
     */
    public static void check(Class<?> operations, int quick) {
        new ModelCheckingOptions().threads(3).actorsPerThread(2).actorsBefore(1).actorsAfter(0).iterations(of(10, 100)).invocationsPerIteration(of(quick, 2_000))
            .minimizeFailedScenario(true).check(operations);
    }
}
