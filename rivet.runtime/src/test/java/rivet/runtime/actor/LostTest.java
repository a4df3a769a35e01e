package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.StopCause;

/** What becomes of a generation that its engine has given up on: it ends at once and writes nothing more, and the next one need not wait for its grace. */
@Timeout(60)
class LostTest {

    /** May be slow to start and slow to end. */
    private final class Slow extends Actor<Slow.State> {

        @ImmutableState
        record State(long changes) {}

        @Override
        protected State createState(Input input) {
            return new State(0);
        }

        @Override
        protected void onWake() throws InterruptedException {
            if (blocksStart) {
                begun.countDown();
                new CountDownLatch(1).await();
            }
            boolean spins = spinsAtStart;
            begun.countDown();
            while (spins && !release.isDone()) {
                Thread.onSpinWait();
            }
        }

        @Override
        protected void onSleep(StopReason reason) {
            slept = true;
        }

        @Action
        public void changeAndWait() {
            updateState(s -> new State(s.changes() + 1));
            working.countDown();
            try {
                await(release);
            } finally {
                updateState(s -> new State(s.changes() + 1));
            }
        }

        @Action
        public long changes() {
            return state().changes();
        }
    }

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch working = new CountDownLatch(1);
    private final CompletableFuture<Void> release = new CompletableFuture<>();
    private volatile boolean blocksStart;
    private volatile boolean spinsAtStart;
    private volatile boolean slept;

    @TempDir
    Path data;
    private TestPlatform platform;

    @BeforeEach
    void open() {
        platform = new TestPlatform(data, storage -> storage, Duration.ofMinutes(5));
        platform.type("slow", Slow::new, "sleepGracePeriod", 300_000, "stateSaveInterval", 300_000);
    }

    @AfterEach
    void close() {
        release.complete(null);
        platform.close();
    }

    private static void assertStopping(CompletableFuture<Void> start) {
        assertThatThrownBy(() -> TestPlatform.await(start))
            .isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(ErrorCode.ACTOR_STOPPING)).isTrue());
    }

    @Test
    void aGenerationThatStartsIsCutOff_R_life_30_R_reg_3() throws Exception {
        blocksStart = true;
        CompletableFuture<Void> first = platform.startLater("slow", "s", new byte[0]);
        begun.await();
        blocksStart = false;
        platform.start("slow", "s");
        assertStopping(first);
        assertThat(platform.call("s", "changes")).isEqualTo(0);
    }

    @Test
    void evenOneThatDoesNotHeedItsInterruption_R_reg_10() throws Exception {
        spinsAtStart = true;
        CompletableFuture<Void> first = platform.startLater("slow", "s", new byte[0]);
        begun.await();
        spinsAtStart = false;
        CompletableFuture<Void> second = platform.startLater("slow", "s", new byte[0]);
        assertStopping(first);
        TestPlatform.await(second);
        assertThat(platform.call("s", "changes")).isEqualTo(0);
    }

    @Test
    void aRunningOneEndsWithoutGraceAndHook_R_life_30() throws Exception {
        platform.start("slow", "s");
        CompletableFuture<Object> call = platform.callLater("s", "changeAndWait");
        working.await();
        TestPlatform.until(() -> String.valueOf(platform.stored("s")).contains("changes=1"));
        platform.start("slow", "s");
        assertThatThrownBy(() -> TestPlatform.await(call)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("stopped"));
        assertThat(slept).isFalse();
        assertThat(platform.call("s", "changes")).as("what it changed last is not written").isEqualTo(1);
    }

    @Test
    void oneThatStopsLosesItsGrace_R_reg_3_R_life_34() throws Exception {
        platform.start("slow", "s");
        platform.callLater("s", "changeAndWait");
        working.await();
        TestPlatform.until(() -> String.valueOf(platform.stored("s")).contains("changes=1"));
        CompletableFuture<Void> stop = platform.stopLater("s", StopCause.SLEEP_INTENT);
        assertThat(stop).isNotDone();
        platform.start("slow", "s");
        TestPlatform.await(stop);
        assertThat(platform.call("s", "changes")).isEqualTo(1);
    }
}
