package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.params.provider.EnumSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Input;
import rivet.error.RivetException;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.spi.engine.StopCause;

/** How state gets to disk: with durability interval by a throttle that survives a failing store, with durability turn by every commit or not at all. */
@Timeout(60)
class StateSavingTest {

    private static final int HOUR = 3_600_000;

    /** Has a state that is changed in place. */
    private final class Notes extends Actor<Notes.State> {

        static final class State {
            public List<Object> lines = new ArrayList<>();
        }

        private int woken;

        @Override
        protected State createState(Input input) {
            return new State();
        }

        @Override
        protected void onWake() {
            woken++;
        }

        @Action
        public int add(String line) {
            state().lines.add(line);
            return state().lines.size();
        }

        @Action
        public void addLater(String line) {
            State state = state();
            begun.countDown();
            await(release);
            state.lines.add(line);
        }

        @Action
        public void spoil() {
            state().lines.add(new Endless());
        }

        @Action
        public void mend() {
            state().lines.removeIf(line -> line instanceof Endless);
        }

        @Action
        public void addAndSaveWithin(String line, long millis) {
            add(line);
            saveState(Duration.ofMillis(millis));
        }

        @Action
        public void addAndSave(String line) {
            add(line);
            saveStateNow();
        }

        @Action
        public List<Object> lines() {
            return state().lines;
        }

        @Action
        public int awakeSince() {
            return woken;
        }
    }

    /** Cannot be encoded: it contains itself. */
    static final class Endless {
        public final Endless self = this;
    }

    private final CompletableFuture<Void> release = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);

    @TempDir
    Path data;
    private TestPlatform platform;
    private FaultyStorage storage;

    @BeforeEach
    void open() {
        platform = new TestPlatform(data, real -> storage = new FaultyStorage(real), Duration.ofMillis(300));
    }

    @AfterEach
    void close() {
        release.complete(null);
        storage.gate.complete(null);
        platform.close();
    }

    private void start(String durability, int saveInterval) throws Exception {
        platform.type("notes", Notes::new, "durability", durability, "stateSaveInterval", saveInterval, "sleepGracePeriod", 300);
        platform.start("notes", "n");
        platform.call("n", "lines"); // its creation is on disk
    }

    private Object stored() {
        return platform.stored("n") instanceof Map<?, ?> state ? state.get("lines") : null;
    }

    private void untilStored(String... lines) throws Exception {
        TestPlatform.until(() -> List.of(lines).equals(stored()));
    }

    // ------------------------------------------------------------------ interval

    @Test
    void answersWaitForTheCreationAndThenNoMore_R_start_21() throws Exception {
        platform.type("notes", Notes::new, "durability", "interval", "stateSaveInterval", HOUR);
        CompletableFuture<Void> disk = storage.gate = new CompletableFuture<>();
        platform.start("notes", "n");
        CompletableFuture<Object> first = platform.callLater("n", "add", "one");
        TestPlatform.until(() -> platform.turns("n") >= 2);
        assertThat(first).isNotDone();
        disk.complete(null);
        assertThat(TestPlatform.await(first)).isEqualTo(1);
        storage.gate = new CompletableFuture<>();
        assertThat(platform.call("n", "add", "two")).isEqualTo(2);
        storage.gate.complete(null);
    }

    @Test
    void aCreationThatCannotBeStoredIsNoSuccess_R_start_21() throws Exception {
        platform.type("notes", Notes::new, "durability", "interval", "stateSaveInterval", HOUR);
        CompletableFuture<Void> disk = storage.gate = new CompletableFuture<>();
        platform.start("notes", "n");
        CompletableFuture<Object> first = platform.callLater("n", "add", "one");
        TestPlatform.until(() -> platform.turns("n") >= 2);
        storage.failNext = true;
        disk.complete(null);
        assertThatThrownBy(() -> TestPlatform.await(first)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("storage_failed"));
        assertThat(platform.call("n", "lines")).as("created anew").isEqualTo(List.of());
    }

    @Test
    void manyChangesAreFewSaves_R_state_3_R_state_50() throws Exception {
        start("interval", 200);
        int before = storage.commits.get();
        for (int i = 1; i <= 200; i++) {
            assertThat(platform.call("n", "add", "x")).isEqualTo(i);
        }
        TestPlatform.until(() -> stored() instanceof List<?> lines && lines.size() == 200);
        assertThat(storage.commits.get() - before).isLessThan(100);
    }

    @Test
    void nothingIsWrittenIfNothingChanged_R_state_11_R_state_12() throws Exception {
        start("interval", 10);
        int before = storage.commits.get();
        long turns = platform.turns("n");
        platform.call("n", "lines");
        TestPlatform.until(() -> platform.turns("n") >= turns + 2);
        assertThat(storage.commits.get()).isEqualTo(before);
    }

    @Test
    void aSaveWithinATime_R_state_4_R_state_17() throws Exception {
        start("interval", HOUR);
        platform.call("n", "add", "one");
        assertThat(stored()).isEqualTo(List.of());
        platform.call("n", "addAndSaveWithin", "two", 20);
        untilStored("one", "two");
    }

    @Test
    void aSaveThatIsWaitedFor_R_state_5_R_state_17() throws Exception {
        start("interval", HOUR);
        CompletableFuture<Void> disk = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> waiting = platform.callLater("n", "addAndSave", "one");
        assertThat(platform.call("n", "add", "two")).as("it is an await point").isEqualTo(2);
        CompletableFuture<Object> behind = platform.callLater("n", "addAndSave", "three");
        TestPlatform.until(() -> platform.turns("n") >= 5);
        assertThat(waiting).isNotDone();
        disk.complete(null);
        TestPlatform.await(waiting);
        TestPlatform.await(behind);
        assertThat(stored()).isEqualTo(List.of("one", "two", "three"));
    }

    @Test
    void whatSuspendedCodeChangesLaterIsSaved_R_state_50() throws Exception {
        start("interval", 20);
        CompletableFuture<Object> later = platform.callLater("n", "addLater", "later");
        begun.await();
        platform.call("n", "add", "sooner");
        untilStored("sooner");
        release.complete(null);
        TestPlatform.await(later);
        untilStored("sooner", "later");
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, names = { "REFUSE", "LOSE_BEFORE", "LOSE_AFTER" })
    void aSaveThatFailsIsRepeatedWithTheNewestState_R_state_13_R_state_15(Fault fault) throws Exception {
        start("interval", 50);
        storage.fault = fault;
        int before = storage.commits.get();
        CompletableFuture<Object> waiting = platform.callLater("n", "addAndSave", "one");
        TestPlatform.until(() -> storage.commits.get() >= before + 3);
        assertThat(waiting).isNotDone();
        assertThat(platform.call("n", "add", "two")).isEqualTo(2);
        storage.fault = Fault.NONE;
        TestPlatform.await(waiting);
        untilStored("one", "two");
        assertThat(platform.call("n", "awakeSince")).isEqualTo(1);
        assertThat(platform.intents).as("it neither restarted nor crashed").isEmpty();
    }

    @Test
    void aFullDiskIsAskedOnceAnInterval_R_state_14() throws Exception {
        start("interval", HOUR);
        storage.fault = Fault.REFUSE;
        int before = storage.commits.get();
        platform.call("n", "addAndSaveWithin", "one", 1);
        TestPlatform.until(() -> storage.commits.get() == before + 1);
        for (int i = 0; i < 20; i++) {
            platform.call("n", "add", "x");
        }
        assertThat(storage.commits.get()).isEqualTo(before + 1);
    }

    @Test
    void aStateThatCannotBeEncodedIsSavedWhenItCanBeAgain_R_state_13() throws Exception {
        start("interval", 20);
        long turns = platform.turns("n");
        platform.call("n", "spoil");
        assertThat(platform.call("n", "add", "one")).isEqualTo(2);
        TestPlatform.until(() -> platform.turns("n") >= turns + 8); // several attempts
        platform.call("n", "mend");
        untilStored("one");
        assertThat(platform.call("n", "awakeSince")).isEqualTo(1);
    }

    @Test
    void aStopSavesWhatIsNotSaved_R_state_43_R_state_54() throws Exception {
        start("interval", HOUR);
        platform.call("n", "add", "one");
        platform.stop("n", StopCause.GOING_AWAY);
        assertThat(stored()).isEqualTo(List.of("one"));
    }

    @Test
    void aStopWaitsForTheSaveInFlight_R_state_44() throws Exception {
        start("interval", HOUR);
        CompletableFuture<Void> disk = storage.gate = new CompletableFuture<>();
        platform.callLater("n", "addAndSave", "one");
        platform.call("n", "add", "two");
        CompletableFuture<Void> stop = platform.stopLater("n", StopCause.SLEEP_INTENT);
        assertThat(stop).isNotDone();
        disk.complete(null);
        TestPlatform.await(stop);
        assertThat(stored()).isEqualTo(List.of("one", "two"));
    }

    @Test
    void aStopWithAFullDiskComesToAnEnd_R_state_62() throws Exception {
        start("interval", HOUR);
        platform.call("n", "add", "one");
        storage.fault = Fault.REFUSE;
        int before = storage.commits.get();
        platform.stop("n", StopCause.SLEEP_INTENT);
        assertThat(storage.commits.get()).as("it was tried once").isEqualTo(before + 1);
        storage.fault = Fault.NONE;
        platform.start("notes", "n");
        assertThat(platform.call("n", "lines")).isEqualTo(List.of());
    }

    @Test
    void whatIsLostWritesNothingMore_R_life_30() throws Exception {
        start("interval", HOUR);
        platform.call("n", "add", "one");
        int before = storage.commits.get();
        platform.stop("n", StopCause.LOST);
        assertThat(storage.commits.get()).isEqualTo(before);
        assertThat(stored()).isEqualTo(List.of());
    }

    // ------------------------------------------------------------------ turn

    @Test
    void whatNobodyCanFindOutIsUnknown() throws Exception {
        start("turn", HOUR);
        storage.refuseQueries = true;
        storage.fault = Fault.LOSE_AFTER;
        assertThatThrownBy(() -> platform.call("n", "add", "one")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("actor.storage_failed");
            assertThat(e.metadata()).contains(Map.of("committed", "unknown"));
        });
        storage.fault = Fault.NONE;
        storage.refuseQueries = false;
        platform.stop("n", StopCause.SLEEP_INTENT);
        platform.start("notes", "n");
        assertThat(platform.call("n", "lines")).as("the actor goes on from what is durable").isEqualTo(List.of("one"));
    }

    @Test
    void withDurabilityTurnASaveIsTheTurnsCommit_R_state_18() throws Exception {
        start("turn", HOUR);
        int before = storage.commits.get();
        platform.call("n", "addAndSave", "one");
        platform.call("n", "addAndSaveWithin", "two", 1);
        assertThat(stored()).isEqualTo(List.of("one", "two"));
        assertThat(storage.commits.get()).isEqualTo(before + 2);
    }
}
