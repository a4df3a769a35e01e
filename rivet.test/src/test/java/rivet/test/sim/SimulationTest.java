package rivet.test.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The runtime as a whole, simulated: see the package. */
class SimulationTest {

    private static final long SEEDS = 500;

    @Test
    void noSeedBreaksAPromise() {
        Simulator simulator = Weaving.simulator();
        long commits = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            commits += run(simulator, seed).commits();
        }
        assertThat(commits).as("commits in all").isGreaterThan(SEEDS);
    }

    private static Outcome run(Simulator simulator, long seed) {
        try {
            return simulator.run(seed, line -> {});
        } catch (Failure e) {
            throw new AssertionError(e.getMessage() + "\nagain with all that happens: ./rivet simulate --from " + seed + " --seeds 1 --trace\n"
                + String.join("\n", e.trace()), e);
        }
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        for (long seed = 1; seed <= 5; seed++) {
            List<String> first = new ArrayList<>();
            List<String> second = new ArrayList<>();
            // in two class loaders: neither finds anything that the other has left
            Outcome one = Weaving.simulator().run(seed, first::add);
            Outcome other = Weaving.simulator().run(seed, second::add);
            assertThat(second).isEqualTo(first);
            assertThat(other).isEqualTo(one);
        }
    }

    @Test
    void anotherSeedGivesAnotherRun() {
        Simulator simulator = Weaving.simulator();
        assertThat(simulator.run(1, line -> {}).hash()).isNotEqualTo(simulator.run(2, line -> {}).hash());
    }
}
