package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.RivetException;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.spi.engine.StopCause;

/** The run handler of an actor, and the times at which it wants to be woken (R-run). */
class RunHandlerTest extends ActorTest {

    private static final class Runner extends Actor<Runner.State> {

        @ImmutableState
        record State(long runs, long ticks) {}

        private final String how;

        Runner(String how) {
            this.how = how;
        }

        @Override
        protected State createState(Input input) {
            return new State(0, 0);
        }

        @Override
        protected void onWake() {
            TRACE.add("onWake");
        }

        @Override
        protected void run() throws Exception {
            TRACE.add("run");
            updateState(s -> new State(s.runs() + 1, s.ticks()));
            switch (how) {
                case "returns" -> TRACE.add("returned");
                case "throws" -> throw new IllegalStateException("run is broken");
                case "throws an error" -> throw new AssertionError("run is broken");
                case "sleeps" -> {
                    if (state().runs() == 1) {
                        requestSleep();
                    }
                }
                case "destroys" -> requestDestroy();
                case "heeds the signal" -> {
                    while (!abortSignal().aborted()) {
                        sleep(Duration.ofMillis(5));
                        updateState(s -> new State(s.runs(), s.ticks() + 1));
                    }
                    TRACE.add("aborted");
                }
                case "waits" -> {
                    try {
                        await(event("never"));
                        TRACE.add("went on");
                    } catch (RivetException e) {
                        TRACE.add("run: " + e.code());
                        throw e;
                    }
                }
                default -> throw new IllegalArgumentException(how);
            }
        }

        @Override
        protected void onSleep(StopReason reason) {
            TRACE.add("onSleep");
        }

        @Override
        protected void onDestroy() {
            TRACE.add("onDestroy");
        }

        @Action
        public long runs() {
            return state().runs();
        }

        @Action
        public long ticks() {
            return state().ticks();
        }

        @Action
        public void touch() {
            updateState(s -> new State(s.runs(), s.ticks() + 1));
        }

        @Action
        public String wakeAt(long millis) {
            setWakeTime(millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis)));
            return wake();
        }

        @Action
        public String wake() {
            return wakeTime().map(Instant::toString).orElse("never");
        }

        @Action
        public void wakeAtAndFail(long millis) {
            wakeAt(millis);
            touch();
        }
    }

    private void runner(String how, Object... options) throws Exception {
        platform.type("runner", () -> new Runner(how), options);
        platform.start("runner", "r");
        TestPlatform.until(() -> TRACE.contains("run"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "returns", "throws", "throws an error" })
    void itsEndEndsNothingElse_R_run_1_R_run_3_R_run_23(String how) throws Exception {
        runner(how, "sleepTimeout", 100);
        assertThat(platform.call("r", "runs")).as("the actor goes on").isEqualTo(1);
        TestPlatform.until(() -> platform.intents.contains("sleep r"));
        platform.stop("r", StopCause.SLEEP_INTENT);
        assertThat(TRACE).filteredOn("onSleep"::equals).hasSize(1);
        assertThat(TRACE).filteredOn("run"::equals).hasSize(1);
        platform.start("runner", "r");
        TestPlatform.until(() -> TRACE.stream().filter("run"::equals).count() == 2);
        platform.stop("r", StopCause.DESTROY);
        assertThat(TRACE).endsWith("onDestroy");
        assertThat(platform.intents).noneMatch(intent -> intent.startsWith("crash"));
    }

    @Test
    void itRunsBesideEverythingElseAndKeepsTheActorAwake_R_run_20_R_sleep_2() throws Exception {
        runner("heeds the signal", "sleepTimeout", 50);
        TestPlatform.until(() -> ticks() > 40);
        assertThat(platform.intents).isEmpty();
    }

    private long ticks() {
        try {
            return ((Number) platform.call("r", "ticks")).longValue();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void itHearsTheSignalAndIsGivenTheGrace_R_run_21_R_run_22() throws Exception {
        runner("heeds the signal");
        platform.putToSleep("r");
        assertThat(TRACE).contains("aborted", "onSleep");
    }

    @Test
    void atTheEndOfTheGraceItIsInterrupted_R_run_22() throws Exception {
        runner("waits", "sleepGracePeriod", 100);
        platform.putToSleep("r");
        assertThat(TRACE).containsExactly("onWake", "run", "onSleep", "run: stopped");
    }

    @Test
    void aDestructionDoesNotWaitForIt_R_run_22() throws Exception {
        runner("waits", "sleepGracePeriod", 60_000);
        platform.stop("r", StopCause.DESTROY);
        assertThat(TRACE).containsExactly("onWake", "run", "onDestroy", "run: aborted");
    }

    @Test
    void itMayAskForSleep_R_stop_1() throws Exception {
        runner("sleeps");
        TestPlatform.until(() -> TRACE.contains("onSleep"));
        platform.stop("r", StopCause.SLEEP_INTENT);
        platform.start("runner", "r");
        TestPlatform.until(() -> TRACE.stream().filter("run"::equals).count() == 2);
        assertThat(platform.call("r", "runs")).isEqualTo(2);
        assertThat(platform.intents).containsExactly("sleep r");
    }

    @Test
    void itMayAskForDestruction_R_stop_2() throws Exception {
        runner("destroys");
        TestPlatform.until(() -> TRACE.contains("onDestroy"));
        assertThat(platform.intents).containsExactly("stop r");
    }

    @Test
    void aRestartInPlaceBeginsItAnew() throws Exception {
        runner("waits");
        assertThat(platform.call("r", "runs")).as("which is durable").isEqualTo(1);
        storage.fault = Fault.REFUSE;
        assertCode(() -> platform.call("r", "touch"), "actor", "storage_failed");
        storage.fault = Fault.NONE;
        TestPlatform.until(() -> TRACE.stream().filter("run"::equals).count() == 2);
        assertThat(TRACE).contains("run: storage_failed");
        assertThat(platform.call("r", "runs")).isEqualTo(2);
    }

    // ------------------------------------------------------------------ waking

    @Test
    void theEngineKnowsWhichActorsGoOnByThemselves() throws Exception { // design.md 5
        assertThat(platform.resumes("runner")).as("a type that was never seen").isFalse();
        runner("waits", "sleepGracePeriod", 50);
        assertThat(platform.resumes("runner")).isTrue();
        plain();
        assertThat(platform.resumes("plain")).isFalse();
    }

    /** Has no run handler. */
    private static final class Plain extends Actor<Void> {

        @Action
        public String wakeAt(long millis) {
            setWakeTime(millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis)));
            return wake();
        }

        @Action
        public String wake() {
            return wakeTime().map(Instant::toString).orElse("never");
        }
    }

    private void plain() throws Exception {
        platform.type("plain", Plain::new);
        platform.start("plain", "p");
    }

    private static final long FUTURE = 4_000_000_000_000L;

    private static String at(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    @Test
    void theWakeTimeIsStoredAndTheEngineKnowsIt_R_run_10() throws Exception {
        plain();
        assertThat(platform.call("p", "wakeAt", FUTURE)).isEqualTo(at(FUTURE));
        assertThat(platform.alarm.get("p")).contains(Instant.ofEpochMilli(FUTURE));
        platform.putToSleep("p");
        platform.start("plain", "p");
        assertThat(platform.call("p", "wake")).isEqualTo(at(FUTURE));
        platform.putToSleep("p");
        assertThat(platform.alarms).as("nothing to tell twice, R-stop-20").hasSize(1);
        platform.start("plain", "p");
        platform.call("p", "wakeAt", FUTURE + 5);
        platform.call("p", "wakeAt", FUTURE + 1);
        assertThat(platform.alarms).as("a later time can wait for the sleep").hasSize(1);
        platform.call("p", "wakeAt", FUTURE - 5);
        assertThat(platform.alarm.get("p")).as("an earlier one cannot").contains(Instant.ofEpochMilli(FUTURE - 5));
        platform.call("p", "wakeAt", 0);
        platform.putToSleep("p");
        assertThat(platform.alarm.get("p")).isEmpty();
    }

    @Test
    void anEarlierAlarmIsTheEnginesBeforeTheCommitThatNeedsIt() throws Exception { // design.md 5
        plain();
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> call = platform.callLater("p", "wakeAt", FUTURE);
        TestPlatform.until(() -> platform.alarm.containsKey("p"));
        assertThat(call).isNotDone();
        gate.complete(null);
        TestPlatform.await(call);
    }

    @Test
    void aWakeTimeThatCouldNotBeStoredIsNone_R_run_10() throws Exception {
        plain();
        platform.call("p", "wakeAt", FUTURE);
        storage.fault = Fault.REFUSE;
        assertCode(() -> platform.call("p", "wakeAt", FUTURE + 1), "actor", "storage_failed");
        storage.fault = Fault.NONE;
        assertThat(platform.call("p", "wake")).isEqualTo(at(FUTURE));
    }

    @Test
    void aTimeThatHasComeIsOver_R_run_10() throws Exception {
        plain();
        long soon = Instant.now().toEpochMilli() + 30;
        platform.call("p", "wakeAt", soon);
        platform.putToSleep("p");
        assertThat(platform.alarm.get("p")).contains(Instant.ofEpochMilli(soon));
        TestPlatform.until(() -> Instant.now().toEpochMilli() > soon);
        platform.start("plain", "p");
        assertThat(platform.call("p", "wake")).as("that is why it was woken").isEqualTo("never");
        platform.putToSleep("p");
        assertThat(platform.alarm.get("p")).isEmpty();
        platform.start("plain", "p");
        long next = Instant.now().toEpochMilli() + 30;
        platform.call("p", "wakeAt", next);
        TestPlatform.until(() -> Instant.now().toEpochMilli() > next);
        platform.ring("p");
        TestPlatform.until(() -> wake().equals("never"));
    }

    private String wake() {
        try {
            return (String) platform.call("p", "wake");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anActorWithARunHandlerIsWokenAsWell_R_run_10() throws Exception {
        runner("waits", "sleepGracePeriod", 50);
        assertThat(platform.call("r", "wakeAt", FUTURE)).isEqualTo(at(FUTURE));
        platform.putToSleep("r");
        assertThat(platform.alarm.get("r")).contains(Instant.ofEpochMilli(FUTURE));
    }
}
