package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.StopReason;
import rivet.actor.UserError;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.spi.engine.StopCause;
import rivet.value.Undefined;

/** The hooks of an actor: their order, their limits, and what their failures lead to. */
class HooksTest extends ActorTest {

    /** Has every hook; the one that is named misbehaves as it is told. */
    private static final class Hooked extends Actor<Hooked.State> {

        @ImmutableState
        record State(long count) {}

        private final String which;
        private final String how;

        Hooked(String which, String how) throws Exception {
            this.which = which;
            this.how = how;
            hook("createVars");
        }

        private void hook(String name) throws Exception {
            TRACE.add(name);
            if (!name.equals(which)) {
                return;
            }
            switch (how) {
                case "throws" -> throw new UserError("no", "on_purpose");
                case "blocks" -> new CountDownLatch(1).await();
                case "waits" -> await(new CompletableFuture<>());
                case "spins" -> {
                    while (latch("spin").getCount() > 0) {
                        Thread.onSpinWait();
                    }
                }
                case "heeds nothing" -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        TRACE.add("interrupted");
                    }
                }
                default -> {
                    // well-behaved
                }
            }
        }

        @Override
        protected void onMigrate(Migrations migrations) throws Exception {
            migrations.step(1, "CREATE TABLE note (text TEXT)");
            hook("onMigrate");
        }

        @Override
        protected State createState(Input input) throws Exception {
            hook("createState");
            return new State(0);
        }

        @Override
        protected void onCreate(Input input) throws Exception {
            sql().execute("INSERT INTO note VALUES ('created')");
            hook("onCreate");
        }

        @Override
        protected void onWake() throws Exception {
            hook("onWake");
        }

        @Override
        protected void run() throws Exception {
            hook("run");
        }

        @Override
        protected void onStateChange(State state) throws Exception {
            hook("onStateChange");
        }

        @Override
        protected Object onBeforeActionResponse(String name, List<Object> arguments, Object output) throws Exception {
            hook("onBeforeActionResponse");
            return output;
        }

        @Override
        protected void onBeforeConnect(Connection connection) throws Exception {
            hook("onBeforeConnect");
        }

        @Override
        protected Object createConnState(Connection connection) throws Exception {
            hook("createConnState");
            return Undefined.UNDEFINED;
        }

        @Override
        protected void onConnect(Connection connection) throws Exception {
            hook("onConnect");
        }

        @Override
        protected void onDisconnect(Connection connection) throws Exception {
            hook("onDisconnect");
        }

        @Override
        protected void onSleep(StopReason reason) throws Exception {
            updateState(s -> new State(s.count() + 100));
            hook("onSleep");
        }

        @Override
        protected void onDestroy() throws Exception {
            hook("onDestroy");
        }

        @Action
        public long increment() {
            TRACE.add("increment");
            updateState(s -> new State(s.count() + 1));
            return state().count();
        }

        @Action
        public long count() {
            return state().count();
        }

        @Action
        public long notes() {
            return sql().query(Long.class, "SELECT COUNT(*) FROM note").getFirst();
        }
    }

    private void hooked(String which, String how, Object... options) {
        Supplier<Actor<?>> make = () -> {
            try {
                return new Hooked(which, how);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        platform.type("hooked", make, options);
    }

    private static void assertTimedOut(RivetException e, String hook, long millis) {
        assertThat(e.group() + "." + e.code()).isEqualTo("actor.callback_timed_out");
        assertThat(e.metadata()).contains(Map.of("callback_name", hook, "duration_ms", millis));
    }

    @Test
    void allHooksInTheirOrder_R_start_1() throws Exception {
        hooked("none", "");
        platform.start("hooked", "h");
        TestPlatform.until(() -> TRACE.contains("run"));
        TestPlatform.Client client = platform.connect("h");
        client.await(1);
        client.call("increment");
        client.await(2);
        client.close(1000, "");
        TestPlatform.until(() -> TRACE.contains("onDisconnect"));
        platform.putToSleep("h");
        assertThat(TRACE).containsExactly("createVars", "onMigrate", "createState", "onCreate", "onWake", "run", "onBeforeConnect", "createConnState", "onConnect", "increment",
            "onBeforeActionResponse", "onStateChange", "onDisconnect", "onSleep", "onStateChange");
        TRACE.clear();
        platform.start("hooked", "h");
        TestPlatform.until(() -> TRACE.contains("run"));
        platform.stop("h", StopCause.DESTROY);
        assertThat(TRACE).containsExactly("createVars", "onMigrate", "onWake", "run", "onDestroy");
    }

    @Test
    void nothingReachesTheActorBeforeItsStartHooksAreDone_R_start_2() throws Exception {
        class Slow extends Actor<Void> {
            @Override
            protected void onWake() {
                await(event("awake"));
                TRACE.add("onWake");
            }

            @Override
            protected void run() {
                TRACE.add("run");
            }

            @Action
            public void touch() {
                TRACE.add("touch");
            }
        }
        platform.type("slow", Slow::new);
        CompletableFuture<Void> start = platform.startLater("slow", "s", new byte[0]);
        assertCodeOfRefusal(platform.callLater("s", "touch"), "starting");
        assertThat(start).isNotDone();
        event("awake").complete("");
        TestPlatform.await(start);
        platform.call("s", "touch");
        assertThat(TRACE).containsExactly("onWake", "run", "touch");
    }

    private static void assertCodeOfRefusal(CompletableFuture<?> refused, String code) {
        assertThatThrownBy(() -> TestPlatform.await(refused)).isInstanceOfSatisfying(rivet.spi.engine.NotAdmittedException.class,
            e -> assertThat(e.reason().code()).isEqualTo(code));
    }

    static Stream<String> startHooks() {
        return Stream.of("createVars", "onMigrate", "createState", "onCreate", "onWake");
    }

    @ParameterizedTest
    @MethodSource("startHooks")
    void aStartHookThatThrowsFailsTheStart_R_start_3_R_start_5(String hook) throws Exception {
        hooked(hook, "throws");
        assertThatThrownBy(() -> platform.start("hooked", "h")).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("on_purpose"));
        assertThat(TRACE).as("the hooks up to it").endsWith(hook).doesNotContain("run");
        TRACE.clear();
        platform.type("hooked", "2.0.0", HookedLater::new);
        platform.start("hooked", "h");
        assertThat(TRACE).as("the actor is new still").contains("createState", "onCreate");
        assertThat(platform.call("h", "notes")).as("what the failed start wrote is gone").isEqualTo(1);
    }

    /** The same with better code: the newer version wins. */
    private static final class HookedLater extends Actor<Hooked.State> {

        @Override
        protected void onMigrate(Migrations migrations) {
            migrations.step(1, "CREATE TABLE note (text TEXT)");
        }

        @Override
        protected Hooked.State createState(Input input) {
            TRACE.add("createState");
            return new Hooked.State(0);
        }

        @Override
        protected void onCreate(Input input) {
            TRACE.add("onCreate");
            sql().execute("INSERT INTO note VALUES ('created')");
        }

        @Action
        public long notes() {
            return sql().query(Long.class, "SELECT COUNT(*) FROM note").getFirst();
        }
    }

    @ParameterizedTest
    @MethodSource("startHooks")
    void aStartHookThatTakesTooLongFailsTheStart_R_start_4_R_cfg_1(String hook) {
        hooked(hook, hook.equals("createVars") ? "heeds nothing" : "blocks", hook + "Timeout", 50);
        assertThatThrownBy(() -> platform.start("hooked", "h")).isInstanceOfSatisfying(RivetException.class, e -> assertTimedOut(e, hook, 50));
    }

    @ParameterizedTest
    @ValueSource(strings = { "blocks", "waits", "heeds nothing" })
    void aHookWhoseTimeIsOverHasFailedWhateverItDoes_R_start_4(String how) {
        hooked("onWake", how, "onWakeTimeout", 50);
        assertThatThrownBy(() -> platform.start("hooked", "h")).isInstanceOfSatisfying(RivetException.class, e -> assertTimedOut(e, "onWake", 50));
    }

    @ParameterizedTest
    @MethodSource("startHooks")
    void aStartHookThatIgnoresItsInterruptionIsLeftBehind_R_start_4(String hook) throws Exception {
        hooked(hook, "spins", hook + "Timeout", 50);
        assertThatThrownBy(() -> platform.start("hooked", "h")).isInstanceOfSatisfying(RivetException.class, e -> assertTimedOut(e, hook, 50));
        assertThat(platform.host().stuckTurns()).singleElement().satisfies(turn -> assertThat(turn.abandoned()).isTrue());
        platform.type("hooked", "2.0.0", HookedLater::new);
        platform.start("hooked", "h");
        assertThat(platform.call("h", "notes")).as("better code starts in its place").isEqualTo(1);
        latch("spin").countDown();
        TestPlatform.until(() -> platform.host().stuckTurns().isEmpty());
    }

    @Test
    void anyOtherHookThatIgnoresItsInterruptionIsLeftBehindAndTheActorLivesOn() throws Exception { // design.md 4
        hooked("onDisconnect", "spins", "onConnectTimeout", 50);
        platform.start("hooked", "h");
        assertThat(platform.call("h", "increment")).isEqualTo(1);
        TestPlatform.until(() -> platform.host().stuckTurns().stream().anyMatch(turn -> turn.abandoned()));
        TestPlatform.until(() -> TRACE.stream().filter("onWake"::equals).count() == 2);
        latch("spin").countDown();
        assertThat(platform.call("h", "count")).as("from what was durable").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { "onBeforeConnect", "createConnState", "onConnect" })
    void aConnectHookThatTakesTooLongRefusesTheConnection_R_start_4(String hook) throws Exception {
        hooked(hook, "blocks", hook + "Timeout", 50);
        platform.start("hooked", "h");
        TestPlatform.Client client = platform.connect("h");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 actor.callback_timed_out");
        assertThat(client.messages).singleElement().isInstanceOf(ToClient.Error.class);
        assertThat(TRACE).doesNotContain("onDisconnect");
    }

    @Test
    void aDisconnectHookThatTakesTooLongHoldsNothingUp_R_conn_9() throws Exception {
        hooked("onDisconnect", "blocks", "onConnectTimeout", 50);
        platform.start("hooked", "h");
        TestPlatform.Client client = platform.connect("h");
        client.await(1);
        client.close(1000, "");
        TestPlatform.until(() -> TRACE.contains("onDisconnect"));
        assertThat(platform.call("h", "increment")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { "throws", "waits", "blocks" })
    void whatTheLastHookChangedIsSavedHoweverItEnds_R_stop_18(String how) throws Exception {
        hooked("onSleep", how, "sleepGracePeriod", 100);
        platform.start("hooked", "h");
        platform.call("h", "increment");
        platform.putToSleep("h");
        platform.start("hooked", "h");
        assertThat(platform.call("h", "count")).isEqualTo(101);
    }

    @Test
    void aFailingDestroyHookDoesNotKeepTheActorAlive() throws Exception {
        hooked("onDestroy", "throws");
        platform.start("hooked", "h");
        platform.stop("h", StopCause.DESTROY);
        assertThat(TRACE).contains("onDestroy");
    }

    // ------------------------------------------------------------------ before the response

    private static final class Responding extends Actor<Responding.State> {

        @ImmutableState
        record State(long count) {}

        @Override
        protected State createState(Input input) {
            return new State(0);
        }

        @Override
        protected Object onBeforeActionResponse(String name, List<Object> arguments, Object output) throws Exception {
            updateState(s -> new State(s.count() + 1));
            return switch (name) {
                case "replaced" -> Map.of("name", name, "arguments", arguments, "output", output);
                case "refused" -> throw new UserError("no", "refused");
                case "slow" -> {
                    sleep(java.time.Duration.ofMillis(150));
                    yield "slow";
                }
                case "tooSlow" -> await(new CompletableFuture<>());
                case "nothing" -> output == Undefined.UNDEFINED;
                default -> output;
            };
        }

        @Action
        public Optional<String> replaced(String text) {
            return Optional.of(text);
        }

        @Action
        public String refused() {
            return "fine";
        }

        @Action
        public String slow() {
            sleep(java.time.Duration.ofMillis(150));
            return "fast";
        }

        @Action
        public String tooSlow() {
            return "fast";
        }

        @Action
        public void nothing() {}

        @Action
        public long count() {
            return state().count();
        }

        @Action
        public void fails() {
            throw new UserError("no", "failed");
        }
    }

    private void responding(Object... options) throws Exception {
        platform.type("responding", Responding::new, options);
        platform.start("responding", "r");
    }

    @Test
    void theHookBeforeTheResponseMayReplaceIt() throws Exception {
        responding();
        assertThat(platform.call("r", "replaced", "x")).isEqualTo(Map.of("name", "replaced", "arguments", List.of("x"), "output", "x"));
        assertThat(platform.call("r", "nothing")).isEqualTo(true);
        assertCode(() -> platform.call("r", "refused"), "user", "refused");
        assertCode(() -> platform.call("r", "fails"), "user", "failed");
        assertThat(platform.call("r", "count")).as("calls of the hook before this one's: none for the failed action").isEqualTo(3);
        TestPlatform.Client client = platform.connect("r");
        client.await(1);
        client.call("nothing");
        client.await(2);
        assertThat(client.messages.get(1)).isEqualTo(new ToClient.ActionResponse(0, true));
    }

    @Test
    void theHookBeforeTheResponseHasTheTimeOfAnActionForItself() throws Exception {
        responding("actionTimeout", 1_000);
        assertThat(platform.call("r", "slow")).isEqualTo("slow");
        assertCode(() -> platform.call("r", "tooSlow"), "actor", "callback_timed_out");
    }

    // ------------------------------------------------------------------ request

    private static final class Asking extends Actor<Void> {

        private static String text(Connection connection) {
            return connection.request().method() + " " + connection.request().target() + " " + connection.request().header("x-test").orElse("-");
        }

        @Override
        protected void onBeforeConnect(Connection connection) {
            TRACE.add("onBeforeConnect " + text(connection));
        }

        @Override
        protected void onConnect(Connection connection) {
            TRACE.add("onConnect " + text(connection));
        }

        @Action
        public String request() {
            return text(caller());
        }
    }

    @Test
    void hooksSeeTheRequestThatMadeTheConnection() throws Exception {
        platform.type("asking", Asking::new);
        platform.start("asking", "a");
        assertThat(platform.call("a", "request")).isEqualTo("POST /action/request -");
        TestPlatform.Client client = platform.connect("a");
        client.await(1);
        client.call("request");
        client.await(2);
        assertThat(client.messages.get(1)).isEqualTo(new ToClient.ActionResponse(0, "GET /connect yes"));
        assertThat(TRACE).containsExactly("onBeforeConnect POST /action/request -", "onConnect POST /action/request -", "onBeforeConnect GET /connect yes",
            "onConnect GET /connect yes");
    }
}
