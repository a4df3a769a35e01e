package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;
import rivet.value.Undefined;

/** What becomes of work that is under way when its actor is stopped (design.md 1.4 and 6). */
@Timeout(30)
class StoppingTest {

    /** Does work that ends when the test says so, or when it is interrupted. */
    private final class Worker extends Actor<Worker.State> {

        @ImmutableState
        record State(long changes) {}

        @Override
        protected State createState(Input input) {
            return new State(0);
        }

        @Override
        protected void onSleep(StopReason reason) {
            slept = reason;
        }

        private void change() {
            updateState(s -> new State(s.changes() + 1));
        }

        @Action
        public void await(boolean changeBefore) {
            if (changeBefore) {
                change();
            }
            begun.countDown();
            await(release);
        }

        @Action
        public void awaitAndChangeAtLast() {
            begun.countDown();
            try {
                await(release);
            } finally {
                change();
            }
        }

        @Action
        public void block(boolean changeBefore) throws InterruptedException {
            if (changeBefore) {
                change();
            }
            begun.countDown();
            new CountDownLatch(1).await();
        }

        @Action
        public void spin() {
            change();
            begun.countDown();
            while (!release.isDone()) {
                Thread.onSpinWait();
            }
        }

        @Action
        public void saveAndSpin() {
            change();
            saveStateNow();
            spin();
        }

        @Action
        public void fail() {
            begun.countDown();
            try {
                await(release);
            } catch (RivetException stopped) {
                throw new IllegalStateException("its own fault", stopped);
            }
        }

        @Action
        public long changes() {
            return state().changes();
        }
    }

    private final CompletableFuture<Void> release = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile StopReason slept;

    @TempDir
    Path data;
    private TestPlatform platform;
    private FactoryGeneration factory;

    @BeforeEach
    void open() throws Exception {
        platform = new TestPlatform(data);
    }

    private void start(String durability, String concurrency) throws Exception {
        factory = platform.type("worker", Worker::new, "durability", durability, "concurrency", concurrency, "sleepGracePeriod", 200);
        platform.start("worker", "w");
    }

    private void start() throws Exception {
        start("TURN", "INTERLEAVED");
    }

    private void stop() throws Exception {
        platform.stop("w", StopCause.SLEEP_INTENT);
    }

    @AfterEach
    void close() {
        release.complete(null);
        platform.close();
    }

    private CompletableFuture<Object> begin(String action, Object... arguments) throws Exception {
        CompletableFuture<Object> reply = platform.callLater("w", action, arguments);
        begun.await();
        return reply;
    }

    private static void assertStopped(CompletableFuture<Object> reply, String committed) {
        assertThatThrownBy(() -> TestPlatform.await(reply)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("actor.stopped");
            assertThat(e.metadata()).contains(Map.of("committed", committed));
        });
    }

    private long changesAfterRestart() throws Exception {
        platform.type("worker", Worker::new);
        platform.start("worker", "w");
        return ((Number) platform.call("w", "changes")).longValue();
    }

    @Test
    void anActionOfWhichNothingIsStoredSaysSo() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("await", false);
        stop();
        assertStopped(reply, "no");
        assertThat(changesAfterRestart()).isZero();
        assertThat(slept).isEqualTo(StopReason.SLEEP);
    }

    @ParameterizedTest
    @ValueSource(strings = { "TURN", "INTERVAL" })
    void anActionThatStoredSomethingBeforeItWaitedDoesNotSayThatItDidNothing(String durability) throws Exception {
        start(durability, "INTERLEAVED");
        CompletableFuture<Object> reply = begin("await", true);
        stop();
        assertStopped(reply, durability.equals("TURN") ? "yes" : "unknown");
        assertThat(changesAfterRestart()).isEqualTo(1);
    }

    @Test
    void whatChangesAfterTheLastHookIsSavedToo_R_state_54() throws Exception {
        start("INTERVAL", "INTERLEAVED");
        CompletableFuture<Object> reply = begin("awaitAndChangeAtLast");
        stop();
        assertStopped(reply, "unknown");
        assertThat(changesAfterRestart()).isEqualTo(1);
    }

    @Test
    void norDoesOneThatStoresSomethingWhenItIsInterrupted() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("awaitAndChangeAtLast");
        stop();
        assertStopped(reply, "yes");
        assertThat(changesAfterRestart()).isEqualTo(1);
    }

    @Test
    void norDoesOneSayThatAllIsStoredWhileItsLastTurnGoesOn() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("saveAndSpin");
        stop();
        assertStopped(reply, "unknown");
        release.complete(null);
        assertThat(changesAfterRestart()).as("what the last turn changed came too late").isEqualTo(1);
    }

    @Test
    void anActionThatBlocksIsStoppedByInterruption() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("block", false);
        stop();
        assertStopped(reply, "no");
        assertThat(slept).as("the last hook comes behind it").isEqualTo(StopReason.SLEEP);
    }

    @Test
    void whatItChangedIsKeptAsWithEveryException() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("block", true);
        stop();
        assertStopped(reply, "yes");
        assertThat(changesAfterRestart()).isEqualTo(1);
    }

    @Test
    void anActionThatHeedsNothingIsCutOffWithAllItChanged() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("spin");
        stop();
        assertStopped(reply, "no");
        assertThat(changesAfterRestart()).isZero();
        assertThat(slept).as("nothing runs behind it").isNull();
    }

    @Test
    void aFailureOfItsOwnIsNotCoveredUp() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("fail");
        stop();
        assertThatThrownBy(() -> TestPlatform.await(reply)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("internal_error"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "INTERLEAVED", "SERIAL" })
    void whatHasNotBegunIsLeftToTheNextCodeAtOnce(String concurrency) throws Exception {
        start("TURN", concurrency);
        CompletableFuture<Object> spinning = begin("spin");
        List<CompletableFuture<Object>> waiting = List.of(platform.callLater("w", "changes"), platform.callLater("w", "changes"));
        CompletableFuture<Void> removed = CompletableFuture.runAsync(() -> platform.host().factoryRemoved(factory));
        for (CompletableFuture<Object> one : waiting) {
            assertThatThrownBy(() -> TestPlatform.await(one)).isInstanceOf(NotAdmittedException.class);
        }
        assertThat(removed).as("the removal, which gives the other action its grace").isNotDone();
        release.complete(null);
        assertThat(TestPlatform.await(spinning)).isEqualTo(Undefined.UNDEFINED);
        TestPlatform.await(removed);
        assertThat(slept).isEqualTo(StopReason.UPGRADE);
    }

    @Test
    void anUpgradeGivesNoMoreGraceThanTheTypeHas() throws Exception {
        start();
        CompletableFuture<Object> reply = begin("await", false);
        long before = System.nanoTime();
        platform.host().factoryRemoved(factory);
        assertStopped(reply, "no");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(1_500));
    }

    @Test
    void whatHasNotBegunWhenTheGraceIsOverDoesNotBegin() throws Exception {
        start();
        CompletableFuture<Object> blocked = begin("block", false);
        CompletableFuture<Object> waiting = platform.callLater("w", "block", true);
        stop();
        assertStopped(blocked, "no");
        assertThatThrownBy(() -> TestPlatform.await(waiting)).isInstanceOf(NotAdmittedException.class);
        assertThat(changesAfterRestart()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = { "await", "block", "spin" })
    void connectionsAreClosedWhateverIsUnderWay(String action) throws Exception {
        start();
        TestPlatform.Client client = platform.connect("w");
        client.await(1);
        client.call(action, false);
        begun.await();
        if (!action.equals("await")) {
            client.call("changes"); // cannot begin
        }
        long before = System.nanoTime();
        platform.host().factoryRemoved(factory);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 actor.stopped");
        assertThat(client.messages).filteredOn(ToClient.Error.class::isInstance).extracting(m -> ((ToClient.Error) m).code())
            .as("answers to the action that had not begun, and to the one that had, if that came before the close")
            .containsAll(action.equals("await") ? List.of() : List.of("restarting")).isSubsetOf("restarting", "stopped");
    }

    /** Lets nobody in for as long as the test says so. */
    private final class Doorkeeper extends Actor<Void> {

        @Override
        protected void onBeforeConnect(Connection connection) {
            begun.countDown();
            while (!release.isDone()) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aClientWhoseConnectHookDoesNotEndIsNotLeftWaiting() throws Exception {
        platform.type("doorkeeper", Doorkeeper::new, "sleepGracePeriod", 200);
        platform.start("doorkeeper", "w");
        TestPlatform.Client client = platform.connect("w");
        begun.await();
        stop();
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 actor.stopped");
    }
}
