package rivet.test.sim;

import java.util.function.Consumer;

/** Runs simulations. */
public interface Simulator {

    /**
     * Runs one.
     *
     * @param seed from which everything in it follows
     * @param lines gets what happens, line by line
     * @throws Failure if something happened that must not
     */
    Outcome run(long seed, Consumer<String> lines);
}
