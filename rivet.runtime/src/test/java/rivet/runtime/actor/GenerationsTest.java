package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.RivetException;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.runtime.store.ActorStore;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.Database;
import rivet.spi.storage.Statement;

/** One generation after the other, and how each comes to its end (R-life, R-start, R-stop). */
class GenerationsTest extends ActorTest {

    private static final class Lived extends Actor<Lived.State> {

        @ImmutableState
        record State(Object input, long changes) {}

        @Override
        protected State createState(Input input) {
            TRACE.add("createState");
            return new State(input.isPresent() ? input.as(Object.class) : null, 0);
        }

        @Override
        protected void onCreate(Input input) {
            TRACE.add("onCreate");
        }

        @Override
        protected void onWake() {
            TRACE.add("onWake");
            if (EVENTS.containsKey("wake")) {
                await(event("wake"));
            }
        }

        @Override
        protected void onDisconnect(Connection connection) {
            TRACE.add("onDisconnect " + connection.request().method());
        }

        @Override
        protected void onSleep(StopReason reason) {
            TRACE.add("onSleep " + reason);
        }

        @Override
        protected void onDestroy() {
            TRACE.add("onDestroy");
        }

        @Action
        public Object input() {
            return state().input();
        }

        @Action
        public long change() {
            updateState(s -> new State(s.input(), s.changes() + 1));
            return state().changes();
        }

        @Action
        public long changeAndWait() {
            change();
            TRACE.add("waits");
            await(event("go"));
            return change();
        }
    }

    private void lived(Object input, Object... options) throws Exception {
        platform.type("lived", Lived::new, options);
        platform.start("lived", "l", input);
    }

    @ParameterizedTest
    @EnumSource(StopCause.class)
    void whatAStopIsForDecidesWhichHookRuns_R_life_33(StopCause cause) throws Exception {
        lived(1);
        TRACE.clear();
        platform.stop("l", cause);
        assertThat(TRACE).containsExactlyElementsOf(switch (cause) {
            case SLEEP_INTENT -> List.of("onSleep SLEEP");
            case GOING_AWAY -> List.of("onSleep SHUTDOWN");
            case STOP_INTENT, DESTROY -> List.of("onDestroy");
            case LOST -> List.of();
        });
    }

    @Test
    void aLostGenerationEndsAtOnceWithoutAHookAndWritesNothingMore_R_life_30_R_life_23() throws Exception {
        lived(1);
        platform.call("l", "change");
        TestPlatform.Client client = platform.connect("l");
        client.await(1);
        CompletableFuture<Object> waits = platform.callLater("l", "changeAndWait");
        TestPlatform.until(() -> TRACE.contains("waits"));
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        storage.fault = Fault.NONE;
        CompletableFuture<Void> lost = platform.stopLater("l", StopCause.LOST);
        event("go").complete("");
        gate.complete(null);
        TestPlatform.await(lost);
        assertThatThrownBy(() -> TestPlatform.await(waits)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("stopped"));
        TestPlatform.await(client.closed);
        assertThat(TRACE).as("the hooks, but for that of an earlier call's own connection").filteredOn(t -> !t.equals("onDisconnect POST"))
            .containsExactly("createState", "onCreate", "onWake", "waits");
        platform.start("lived", "l");
        assertThat(platform.call("l", "change")).as("the action's second change is not there").isEqualTo(3);
    }

    @Test
    void aGenerationThatIsLostWhileItStopsHasOneEnd_R_life_34() throws Exception {
        lived(1);
        CompletableFuture<Object> waits = platform.callLater("l", "changeAndWait");
        TestPlatform.until(() -> TRACE.contains("waits"));
        CompletableFuture<Void> sleep = platform.stopLater("l", StopCause.SLEEP_INTENT);
        CompletableFuture<Void> lost = platform.stopLater("l", StopCause.LOST);
        event("go").complete("");
        TestPlatform.await(waits.handle((value, error) -> value)); // whichever of both was faster
        TestPlatform.await(sleep);
        TestPlatform.await(lost);
        platform.stop("l", StopCause.LOST);
    }

    @ParameterizedTest
    @EnumSource(value = StopCause.class, names = { "SLEEP_INTENT", "DESTROY" })
    void aStopDuringTheStartWaitsForItsEnd_R_stop_14(StopCause cause) throws Exception {
        event("wake");
        platform.type("lived", Lived::new);
        CompletableFuture<Void> start = platform.startLater("lived", "l", new byte[0]);
        TestPlatform.until(() -> TRACE.contains("onWake"));
        CompletableFuture<Void> stop = platform.stopLater("l", cause);
        assertThat(stop).isNotDone();
        event("wake").complete("");
        TestPlatform.await(start);
        TestPlatform.await(stop);
        assertThat(TRACE).endsWith("onWake", cause == StopCause.DESTROY ? "onDestroy" : "onSleep SLEEP");
    }

    @ParameterizedTest
    @EnumSource(value = StopCause.class, names = { "SLEEP_INTENT", "DESTROY" })
    void whatWasLetInGoesOnAndNothingElseIsLetIn_R_stop_10_R_stop_11(StopCause cause) throws Exception {
        lived(1);
        CompletableFuture<Object> waits = platform.callLater("l", "changeAndWait");
        TestPlatform.until(() -> TRACE.contains("waits"));
        CompletableFuture<Void> stop = platform.stopLater("l", cause);
        assertThatThrownBy(() -> platform.call("l", "change")).isInstanceOfSatisfying(NotAdmittedException.class,
            e -> assertThat(e.reason().code()).isEqualTo(cause == StopCause.DESTROY ? "destroying" : "stopping"));
        event("go").complete("");
        assertThat(TestPlatform.await(waits)).isEqualTo(2);
        TestPlatform.await(stop);
    }

    @Test
    void aGenerationIsStartedOnce_R_start_9() throws Exception {
        lived(1);
        assertCode(() -> TestPlatform.await(platform.startGeneration("lived", "l", 1)), "actor", "stopping");
        assertThat(platform.call("l", "change")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { "UPDATE _rivet_actor_state SET state = x''", "DELETE FROM _rivet_actor_state" })
    void anActorWhoseStateIsMissingIsGivenItsFirstOneAgain_R_start_6(String loss) throws Exception {
        lived(Map.of("first", true));
        platform.call("l", "change");
        platform.putToSleep("l");
        Database database = new ActorStore(platform.store()).open("l").toCompletableFuture().join();
        database.batch(List.of(Statement.of(loss))).toCompletableFuture().join();
        database.close().toCompletableFuture().join();
        TRACE.clear();
        platform.start("lived", "l", Map.of("second", true));
        assertThat(TRACE).as("it is not created anew").containsExactly("createState", "onWake");
        assertThat(platform.call("l", "input")).isEqualTo(Map.of("first", true));
        assertThat(platform.call("l", "change")).isEqualTo(1);
    }

    @Test
    void aCommitThatFailsBeforeTheStartReturnsIsNotOverlooked_R_start_22() throws Exception {
        storage.fault = Fault.REFUSE;
        try {
            lived(1);
        } catch (RivetException e) {
            assertThat(e.code()).isEqualTo("storage_failed");
            platform.start("lived", "l", 1);
        }
        storage.fault = Fault.NONE;
        assertThat(platform.call("l", "change")).as("what answers is durable").isEqualTo(1);
        assertThat(platform.stored("l")).isEqualTo(Map.of("input", 1, "changes", 1));
    }
}
