package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.DatabaseId;

/** Whatever goes wrong, a store tells the truth about what became of changes. */
class RandomUseTest {

    private static final int SEEDS = 25;
    private static final int STEPS = 80;

    @TempDir
    Path folder;
    private LocalStore local;

    @BeforeEach
    void open() {
        local = new LocalStore(folder, false);
    }

    @AfterEach
    void close() {
        local.close();
    }

    private static DatabaseId actor(long seed) {
        return new DatabaseId.Actor("seed" + seed);
    }

    @Test
    void withoutTroubleEverythingIsCommitted() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RandomUse use = new RandomUse(local.storage(), actor(seed), seed, () -> { });
            use.run(STEPS);
            RandomUse.Answers answers = use.verify();
            assertThat(answers.yes()).as("seed " + seed).isPositive();
            assertThat(answers.unknown()).as("seed " + seed).isZero();
        }
    }

    @Test
    void withFailuresDelaysAndLostReplies() {
        long unknown = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            SeededFaults faults = new SeededFaults(seed, new SeededFaults.Rates(0.1, 0.05, 0.05, 0.1, Duration.ofMillis(2)));
            RandomUse use = new RandomUse(new FaultyStorage(local.storage(), faults, local.later()), actor(seed), seed, () -> { });
            use.run(STEPS);
            faults.calm();
            RandomUse.Answers answers = use.verify();
            assertThat(answers.no()).as("seed " + seed).isPositive();
            unknown += answers.unknown();
        }
        assertThat(unknown).isPositive();
    }

    @Test
    void withLostSockets() {
        long unknown = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            RemoteStorage remote = new RemoteStorage(local.storage());
            RandomUse use = new RandomUse(remote, actor(seed), seed, remote::drop);
            use.run(STEPS);
            unknown += use.verify().unknown();
        }
        assertThat(unknown).isPositive();
    }
}
