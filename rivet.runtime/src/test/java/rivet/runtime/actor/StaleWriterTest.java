package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import rivet.error.RivetException;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Statement;

/** Another process was believed dead and is not: what it stores after an actor was loaded here is neither written over nor overlooked. */
class StaleWriterTest extends ActorTest {

    private void staleWrite(String fence) {
        Commit commit = storage.opened.batch(List.of(Statement.of("UPDATE _rivet_j_turn SET " + fence + " WHERE id = 1"),
            Statement.of("INSERT INTO entry VALUES ('stale', 0)"))).toCompletableFuture().join();
        assertThat(commit).isInstanceOf(Commit.Committed.class);
    }

    private void startAgain() throws Exception {
        platform.call("a1", "increment", 5);
        platform.putToSleep("a1");
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
    }

    @Test
    void aFirstCommitThatHasNotSeenALateOneIsRefusedAndTheActorLoadedAgain() throws Exception {
        counter();
        startAgain();
        staleWrite("turn = turn + 1");
        assertThatThrownBy(() -> platform.call("a1", "increment", 1)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.code()).isEqualTo("storage_failed");
            assertThat(e.metadata()).contains(Map.of("committed", "no"));
        });
        assertThat(platform.call("a1", "rows")).as("it has been seen now").isEqualTo(1);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(6);
        assertThat(platform.intents).isEmpty();
    }

    @Test
    void aSaveThatHasNotSeenALateOneIsRefusedAndTheActorLoadedAgain() throws Exception {
        counter("durability", "interval", "stateSaveInterval", 50);
        startAgain();
        staleWrite("saves = saves + 1");
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(6);
        TestPlatform.until(() -> TRACE.stream().filter("onWake 5"::equals).count() == 2);
        assertThat(platform.call("a1", "get")).isEqualTo(5);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(6);
        platform.putToSleep("a1");
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(6);
    }

    @Test
    void soIsAStatementByItself() throws Exception {
        counter("durability", "interval");
        startAgain();
        staleWrite("saves = saves + 1");
        assertThatThrownBy(() -> platform.call("a1", "insert", "mine")).isInstanceOf(RivetException.class);
        TestPlatform.until(() -> TRACE.stream().filter("onWake 5"::equals).count() == 2);
        assertThat(platform.call("a1", "insert", "mine")).isEqualTo(1);
        assertThat(platform.call("a1", "rows")).isEqualTo(2);
    }

    @Test
    void anActorThatALaterGenerationHasWrittenIsNotStarted() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        staleWrite("generation = 9, instance = 1");
        platform.putToSleep("a1");
        assertThatThrownBy(() -> platform.start("counter", "a1")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("actor.storage_unavailable");
            assertThat(e).hasMessageContaining("a later start, 9.1");
        });
    }
}
