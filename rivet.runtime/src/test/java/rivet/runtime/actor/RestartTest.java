package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.junit.jupiter.api.Test;

import rivet.error.RivetException;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.runtime.store.ActorStore;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.Factories;

/** Starts whose commits are still under way, and restarts in place (spec/core.md 2.4). */
class RestartTest extends ActorTest {

    @Test
    void aStartIsDoneBeforeItsCommitAndRepliesWaitForThat_R_start_20_R_start_21_R_start_25() throws Exception {
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        counter();
        CompletableFuture<Object> reply = platform.callLater("a1", "get");
        TestPlatform.until(() -> platform.turns("a1") >= 2);
        assertThat(reply).isNotDone();
        assertThat(platform.stored("a1")).isNull();
        gate.complete(null);
        assertThat(TestPlatform.await(reply)).isEqualTo(0);
        assertThat(platform.stored("a1")).isNotNull();
    }

    @Test
    void aStopWaitsForTheCommitOfTheStart_R_start_20() throws Exception {
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        counter();
        CompletableFuture<Void> stop = platform.stopLater("a1", rivet.spi.engine.StopCause.SLEEP_INTENT);
        TestPlatform.until(() -> TRACE.contains("onSleep SLEEP"));
        assertThat(stop).isNotDone();
        gate.complete(null);
        TestPlatform.await(stop);
        assertThat(platform.stored("a1")).isNotNull();
    }

    @Test
    void ifTheCommitOfTheStartFailsNobodyIsToldOfSuccessAndTheActorStartsAgain_R_start_21_R_start_23_R_start_24() throws Exception {
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        storage.fault = Fault.REFUSE;
        counter();
        CompletableFuture<Object> reply = platform.callLater("a1", "increment", 1);
        TestPlatform.until(() -> platform.turns("a1") >= 2);
        storage.fault = Fault.REFUSE;
        gate.complete(null);
        assertThatThrownBy(() -> TestPlatform.await(reply)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("storage_failed"));
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "increment", 1)).as("it was created anew, as nothing of it was stored").isEqualTo(1);
        assertThat(TRACE).filteredOn("onCreate"::equals).hasSizeGreaterThan(1);
        assertThat(platform.intents).as("the engine did not notice").isEmpty();
    }

    @Test
    void workThatIsHeldOutlivesRestartsThatFailAgain() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        storage.fault = Fault.REFUSE;
        List<CompletableFuture<Object>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            assertThatThrownBy(() -> platform.call("a1", "increment", 1)).isInstanceOf(RivetException.class);
            calls.add(platform.callLater("a1", "get"));
        }
        storage.fault = Fault.NONE;
        for (CompletableFuture<Object> call : calls) {
            assertThat(TestPlatform.await(call)).isEqualTo(5);
        }
    }

    /** Time that stands still unless it is told to go on. */
    private static final class StandingTime implements Time {

        private final AtomicLong nanos = new AtomicLong();

        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public long nanos() {
            return nanos.get();
        }

        @Override
        public Timer after(Duration delay, Runnable action) {
            return () -> {
                // it never goes off
            };
        }
    }

    private RestartPauses pauses(StandingTime time) {
        return new RestartPauses(new Platform(time, Executors.newVirtualThreadPerTaskExecutor(), spinning -> {}, new ActorStore(storage),
            new Factories(time, Duration.ofMillis(1), 1), () -> "id", new Platform.Limits(new Turns.Limits(1, 1), 1, Duration.ofSeconds(1)), new LongAdder()));
    }

    @Test
    void aStopDoesNotWaitForAPause() throws Exception {
        RestartPauses pauses = pauses(new StandingTime());
        assertThat(pauses.over().toCompletableFuture()).as("the first has none").isDone();
        CompletableFuture<Void> pause = pauses.over().toCompletableFuture();
        assertThat(pause).isNotDone();
        pauses.cut();
        TestPlatform.await(pause);
        TestPlatform.await(pauses.over().toCompletableFuture());
    }

    @Test
    void pausesBetweenRestartsGrowAndAreForgottenAfterAWhile() {
        StandingTime time = new StandingTime();
        RestartPauses pauses = pauses(time);
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Duration pause = pauses.next();
            millis.add(pause.toMillis());
            time.nanos.addAndGet(pause.toNanos());
        }
        assertThat(millis).containsExactly(0L, 100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 10_000L, 10_000L);
        time.nanos.addAndGet(Duration.ofSeconds(29).toNanos());
        assertThat(pauses.next()).isEqualTo(Duration.ofSeconds(10));
        time.nanos.addAndGet(Duration.ofSeconds(40).toNanos());
        assertThat(pauses.next()).isZero();
    }
}
