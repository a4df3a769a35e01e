package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.StopReason;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;

/** The hook that hears of changes of the state (spec/core.md 3.6). */
class StateChangeTest extends ActorTest {

    /** State that is replaced. */
    private static final class Replaced extends Actor<Replaced.State> {

        @ImmutableState
        record State(long value, long other) {}

        private long calls;
        private long seen;

        @Override
        protected void onMigrate(Migrations migrations) {
            migrations.step(1, "CREATE TABLE seen (value INTEGER)");
        }

        @Override
        protected State createState(Input input) {
            return new State(0, 0);
        }

        @Override
        protected void onStateChange(State state) throws Exception {
            calls++;
            seen = state.value();
            sql().execute("INSERT INTO seen VALUES (?)", state.value());
            broadcast("changed", state.value());
            if (state.value() == 13) {
                throw new IllegalStateException("unlucky");
            }
            if (state.value() == 14) {
                attempt(() -> setState(new State(0, 1)));
                attempt(() -> updateState(s -> new State(0, 1)));
            }
            if (state.value() == 15) {
                attempt(() -> sleep(java.time.Duration.ZERO));
                attempt(() -> saveStateNow());
            }
        }

        private static void attempt(Runnable what) {
            try {
                what.run();
                TRACE.add("allowed");
            } catch (RivetException e) {
                TRACE.add(e.group() + "." + e.code());
            }
        }

        @Override
        protected void onSleep(StopReason reason) {
            updateState(s -> new State(99, s.other()));
        }

        @Action
        public long set(long value) {
            setState(new State(value, 0));
            return value;
        }

        @Action
        public void setTimes(int n) {
            for (int i = 0; i < n; i++) {
                updateState(s -> new State(s.value() + 1, 0));
            }
        }

        @Action
        public void setTwiceWithAPause() {
            set(1);
            await(event("go"));
            set(2);
        }

        @Action
        public List<Long> calls() {
            state();
            return List.of(calls, seen, state().value(), state().other());
        }

        @Action
        public long rows() {
            return sql().query(Long.class, "SELECT COUNT(*) FROM seen").getFirst();
        }
    }

    private void replaced(Object... options) throws Exception {
        platform.type("replaced", Replaced::new, options);
        platform.start("replaced", "r");
    }

    private Object calls() throws Exception {
        return platform.call("r", "calls");
    }

    @ParameterizedTest
    @ValueSource(strings = { "turn", "interval" })
    void itIsCalledOncePerTurnThatChangedSomething_R_state_50(String durability) throws Exception {
        replaced("durability", durability);
        assertThat(calls()).as("the first state is no change").isEqualTo(List.of(0, 0, 0, 0));
        platform.call("r", "setTimes", 100);
        assertThat(calls()).isEqualTo(List.of(1, 100, 100, 0));
        platform.call("r", "set", 100);
        assertThat(calls()).as("nothing changed").isEqualTo(List.of(1, 100, 100, 0));
        platform.call("r", "set", 3);
        assertThat(calls()).isEqualTo(List.of(2, 3, 3, 0));
    }

    @Test
    void eachTurnOfAnActionIsOne_R_state_50() throws Exception {
        replaced();
        CompletableFuture<Object> action = platform.callLater("r", "setTwiceWithAPause");
        TestPlatform.until(() -> platform.turns("r") >= 2);
        assertThat(calls()).isEqualTo(List.of(1, 1, 1, 0));
        event("go").complete("");
        TestPlatform.await(action);
        assertThat(calls()).isEqualTo(List.of(2, 2, 2, 0));
    }

    @Test
    void whatItDoesBelongsToTheTurn() throws Exception {
        replaced();
        TestPlatform.Client client = platform.connect("r");
        client.await(1);
        client.subscribe("changed");
        client.call("set", 7);
        client.await(3);
        assertThat(client.messages.subList(1, 3)).containsExactlyInAnyOrder(new ToClient.ActionResponse(0, 7), new ToClient.Event("changed", List.of(7)));
        assertThat(platform.call("r", "rows")).isEqualTo(1);
        storage.fault = FaultyStorage.Fault.REFUSE;
        assertCode(() -> platform.call("r", "set", 8), "actor", "storage_failed");
        storage.fault = FaultyStorage.Fault.NONE;
        assertThat(platform.call("r", "rows")).isEqualTo(1);
        assertThat(calls()).as("the next instance begins with what is durable, which is no news").isEqualTo(List.of(0, 0, 7, 0));
    }

    @Test
    void itMayNotChangeTheState_R_state_51() throws Exception {
        replaced();
        assertThat(platform.call("r", "set", 14)).isEqualTo(14);
        assertThat(TRACE).containsExactly("actor.state_mutation_reentrant", "actor.state_mutation_reentrant");
        assertThat(calls()).isEqualTo(List.of(1, 14, 14, 0));
        assertThat(platform.call("r", "set", 1)).as("and afterwards all is well").isEqualTo(1);
    }

    @Test
    void itMayNotWait_R_state_52() throws Exception {
        replaced();
        assertThat(platform.call("r", "set", 15)).isEqualTo(15);
        assertThat(TRACE).containsExactly("actor.invalid_operation", "actor.invalid_operation");
    }

    @Test
    void whatItThrowsIsLoggedAndNoMore_R_state_52() throws Exception {
        replaced();
        assertThat(platform.call("r", "set", 13)).isEqualTo(13);
        assertThat(platform.call("r", "set", 12)).isEqualTo(12);
        assertThat(calls()).isEqualTo(List.of(2, 12, 12, 0));
    }

    @Test
    void aChangeOfTheLastHookIsHeardOfBeforeTheFinalSave_R_state_53_R_state_54() throws Exception {
        replaced("durability", "interval", "stateSaveInterval", 60_000);
        platform.putToSleep("r");
        platform.start("replaced", "r");
        assertThat(platform.call("r", "rows")).isEqualTo(1);
        assertThat(calls()).isEqualTo(List.of(0, 0, 99, 0));
    }

    /** State that is changed in place. */
    private static final class InPlace extends Actor<InPlace.State> {

        static final class State {
            public List<String> lines = new ArrayList<>();
        }

        private int calls;

        @Override
        protected State createState(Input input) {
            return new State();
        }

        @Override
        protected void onStateChange(State state) {
            calls++;
            if (state.lines.contains("meddle")) {
                state.lines.clear();
            }
        }

        @Action
        public void add(String line) {
            state().lines.add(line);
        }

        @Action
        public List<String> lines() {
            return state().lines;
        }

        @Action
        public int calls() {
            return calls;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "turn", "interval" })
    void changesInPlaceAreFoundAsWell_R_state_50(String durability) throws Exception {
        platform.type("inPlace", InPlace::new, "durability", durability);
        platform.start("inPlace", "r");
        platform.call("r", "lines");
        assertThat(calls()).isEqualTo(0);
        platform.call("r", "add", "one");
        platform.call("r", "lines");
        assertThat(calls()).isEqualTo(1);
        platform.putToSleep("r");
        platform.start("inPlace", "r");
        assertThat(platform.call("r", "lines")).isEqualTo(List.of("one"));
        assertThat(calls()).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(strings = { "turn", "interval" })
    void aChangeInPlaceWithinTheHookIsTakenBack_R_state_51(String durability) throws Exception {
        platform.type("inPlace", InPlace::new, "durability", durability);
        platform.start("inPlace", "r");
        platform.call("r", "add", "one");
        platform.call("r", "add", "meddle");
        assertThat(platform.call("r", "lines")).isEqualTo(List.of("one", "meddle"));
        assertThat(calls()).isEqualTo(2);
        platform.putToSleep("r");
        platform.start("inPlace", "r");
        assertThat(platform.call("r", "lines")).isEqualTo(List.of("one", "meddle"));
    }
}
