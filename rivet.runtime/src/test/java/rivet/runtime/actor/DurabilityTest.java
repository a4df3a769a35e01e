package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import rivet.error.RivetException;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.spi.storage.StorageException;

/** What is on disk when somebody is answered, and what is not. */
class DurabilityTest extends ActorTest {

    @Test
    void aReplyWaitsForItsCommit() throws Exception {
        counter();
        platform.call("a1", "get");
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> first = platform.callLater("a1", "increment", 1);
        CompletableFuture<Object> second = platform.callLater("a1", "increment", 1);
        CompletableFuture<Object> reading = platform.callLater("a1", "get");
        TestPlatform.until(() -> platform.turns("a1") >= 5);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        assertThat(reading).as("it has read what is not durable").isNotDone();
        gate.complete(null);
        assertThat(TestPlatform.await(first)).isEqualTo(1);
        assertThat(TestPlatform.await(second)).isEqualTo(2);
        assertThat(TestPlatform.await(reading)).isEqualTo(2);
    }

    @Test
    void stateChangedInPlaceIsFound() throws Exception {
        platform.type("log", Log::new);
        platform.start("log", "l");
        platform.call("l", "add", "one");
        CompletableFuture<Object> later = platform.callLater("l", "addAfter", "three", "go");
        platform.call("l", "add", "two");
        event("go").complete("");
        TestPlatform.await(later);
        platform.putToSleep("l");
        platform.start("log", "l");
        assertThat(platform.call("l", "lines")).isEqualTo(List.of("one", "two", "three"));
    }

    @Test
    void readingCommitsNothing() throws Exception {
        counter();
        platform.call("a1", "get");
        int before = storage.commits.get();
        platform.call("a1", "get");
        platform.call("a1", "rows");
        assertThat(storage.commits.get()).isEqualTo(before);
    }

    @Test
    void rowsAndStateCommitTogether() throws Exception {
        counter();
        assertThat(platform.call("a1", "insert", "x")).isEqualTo(1);
        assertCode(() -> platform.call("a1", "insertThenFail", "y"), "user", "user_error");
        assertThat(platform.call("a1", "rows")).isEqualTo(2);
        assertThat(platform.call("a1", "get")).isEqualTo(1);
        storage.fault = Fault.REFUSE;
        assertCode(() -> platform.call("a1", "insertThenFail", "z"), "actor", "storage_failed");
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "rows")).isEqualTo(2);
        assertThat(platform.call("a1", "get")).isEqualTo(1);
        assertThat(platform.call("a1", "entries").toString()).startsWith("[{value=x, at=1970-01-01T00:00:00.007Z}");
    }

    @Test
    void aFailedCommitIsNeverASuccessAndTheActorGoesOnFromWhatIsDurable() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        storage.fault = Fault.REFUSE;
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> first = platform.callLater("a1", "increment", 1);
        CompletableFuture<Object> builtOnIt = platform.callLater("a1", "increment", 1);
        TestPlatform.until(() -> platform.turns("a1") >= 4);
        storage.fault = Fault.REFUSE;
        gate.complete(null);
        for (CompletableFuture<Object> failed : List.of(first, builtOnIt)) {
            assertThatThrownBy(() -> TestPlatform.await(failed)).isInstanceOfSatisfying(RivetException.class, e -> {
                assertThat(e.code()).isEqualTo("storage_failed");
                assertThat(e.metadata()).contains(Map.of("committed", "no"));
            });
        }
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "get")).isEqualTo(5);
        assertThat(platform.call("a1", "volatileCount")).as("vars are gone").isEqualTo(0);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(6);
        assertThat(platform.intents).as("the engine did not notice").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = StorageException.Kind.class, names = { "IO", "FULL" })
    void aFailedCommitDoesNotHideThatAPartWasKept(StorageException.Kind kind) throws Exception {
        counter();
        storage.refusal = kind;
        CompletableFuture<Object> halves = platform.callLater("a1", "incrementTwice", "go");
        TestPlatform.until(() -> platform.stored("a1") instanceof Map<?, ?> state && state.get("count").equals(1));
        assertThat(platform.call("a1", "get")).isEqualTo(1);
        storage.fault = Fault.REFUSE;
        event("go").complete("");
        assertThatThrownBy(() -> TestPlatform.await(halves)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.code()).isEqualTo("storage_failed");
            assertThat(((Map<?, ?>) e.metadata().orElseThrow()).get("committed")).isEqualTo("unknown");
        });
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "get")).isEqualTo(1);
    }

    @Test
    void aLostAnswerIsFoundOut() throws Exception {
        counter();
        platform.call("a1", "get");
        storage.fault = Fault.LOSE_AFTER;
        assertThat(platform.call("a1", "increment", 1)).as("it was committed").isEqualTo(1);
        storage.fault = Fault.LOSE_BEFORE;
        assertCode(() -> platform.call("a1", "increment", 1), "actor", "storage_failed");
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "get")).isEqualTo(1);
    }

    @Test
    void aFullDiskStillServesReads() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        platform.putToSleep("a1");
        storage.fault = Fault.REFUSE;
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
        assertCode(() -> platform.call("a1", "increment", 1), "actor", "storage_failed");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
    }

    @Test
    void savingNowIsAnAwaitPoint() throws Exception {
        counter();
        platform.call("a1", "get");
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> saving = platform.callLater("a1", "saveNow");
        CompletableFuture<Object> other = platform.callLater("a1", "get");
        TestPlatform.until(() -> platform.turns("a1") >= 4);
        assertThat(TRACE).doesNotContain("saved");
        gate.complete(null);
        TestPlatform.await(saving);
        TestPlatform.await(other);
        assertThat(TRACE).contains("saved");
    }

    @Test
    void withIntervalDurabilityAnswersDoNotWait() throws Exception {
        counter("durability", "interval", "stateSaveInterval", 50);
        platform.call("a1", "get"); // answered when its creation is durable
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(1);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(2);
        gate.complete(null);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(3);
        TestPlatform.until(() -> platform.stored("a1") instanceof Map<?, ?> state && state.get("count").equals(3));
        CompletableFuture<Object> saved = platform.callLater("a1", "saveNow");
        TestPlatform.await(saved);
        platform.call("a1", "increment", 1);
        platform.putToSleep("a1");
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
    }

    @Test
    void whatBelongsToThePlatformIsOutOfReach() throws Exception {
        counter();
        for (String statement : List.of(" ; commit", "/* x */ ROLLBACK", "ATTACH 'x' AS y", "VACUUM INTO 'x'", "PRAGMA journal_mode=DELETE",
            "UPDATE _rivet_j_turn SET turn = 1", "DROP TABLE \"_RIVET_actor\"")) {
            assertCode(() -> platform.call("a1", "refusedSql", statement), "sqlite", "execution_failed");
        }
        assertCode(() -> platform.call("a1", "refusedSql", "INSERT INTO nowhere VALUES (1)"), "sqlite", "execution_failed");
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(1);
    }
}
