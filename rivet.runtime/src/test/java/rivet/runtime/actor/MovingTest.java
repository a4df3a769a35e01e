package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.Migrate;
import rivet.actor.QueueMessage;
import rivet.actor.StopReason;
import rivet.actor.UserError;
import rivet.actor.WebSocket;
import rivet.error.RivetException;
import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.protocol.client.ToClient;
import rivet.runtime.host.HostRollouts;
import rivet.spi.engine.StopCause;

/** Awake actors are moved to other code (design.md section 6). */
class MovingTest {

    private static final String TYPE = "moving";

    @TempDir
    Path data;

    private TestPlatform platform;
    private HostRollouts rollouts;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final Map<String, CompletableFuture<Void>> gates = Map.of("one", new CompletableFuture<>(), "two", new CompletableFuture<>());
    private volatile boolean failsToMigrate;

    record Count(long count) {}

    /** The code of any version. */
    private class Code extends Actor<Count> {

        private final String version;
        private long inMemory;

        Code(String version) {
            this.version = version;
        }

        @Override
        protected Count createState(Input input) {
            return new Count(0);
        }

        @Override
        protected Object createConnState(Connection connection) {
            return new ArrayList<>(List.of("joined " + version));
        }

        @Override
        protected void onSleep(StopReason reason) {
            seen.add(version + " " + reason + " " + state().count());
        }

        @Override
        protected void onWebSocket(WebSocket socket) {
            seen.add(version + (socket.isRestored() ? " again" : " opened"));
            socket.onText(text -> socket.send(version + " " + text));
        }

        @Action
        public String add(long n) {
            setState(new Count(state().count() + n));
            broadcast("count", state().count());
            return version + " " + state().count() + " " + ++inMemory;
        }

        @Action
        public String trip(String how) {
            setState(new Count(state().count() + 1));
            if (how.equals("user")) {
                throw new UserError("oops", "mine");
            }
            if (version.equals("2.0.0")) {
                throw new IllegalStateException("broken");
            }
            return version + " " + state().count();
        }

        @Action
        public String hold(String gate) {
            seen.add(version + " holds");
            await(gates.get(gate));
            setState(new Count(state().count() + 100));
            return version + " held";
        }

        @Action
        public String sleepy(long ms) {
            seen.add(version + " sleeps");
            sleep(Duration.ofMillis(ms));
            return version + " slept";
        }

        @Action
        @SuppressWarnings("unchecked")
        public Object marks(String more) {
            List<Object> marks = connection().orElseThrow().state(List.class);
            marks.add(more);
            return version + " " + marks;
        }

        @Action
        public String askBack(String other, String gate) {
            seen.add(version + " asks");
            await(gates.get(gate));
            return version + ", " + client().get(TYPE, List.of("key", other)).call(String.class, "tell", context().key().getLast());
        }

        @Action
        public String tell(String back) {
            return version + ", " + client().get(TYPE, List.of("key", back)).call(String.class, "add", 1);
        }
    }

    private final class Migrating extends Code {

        Migrating() {
            super("2.0.0");
        }

        @Migrate(from = 1)
        Count migrate(Count old) {
            if (failsToMigrate) {
                throw new IllegalStateException("on purpose");
            }
            return new Count(old.count() * 1000);
        }
    }

    @BeforeEach
    void start() {
        platform = new TestPlatform(data);
        rollouts = new HostRollouts(platform.host(), platform.book());
        version("1.0.0");
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private void version(String version, Object... options) {
        platform.type(TYPE, version, () -> new Code(version), options);
    }

    private void awaitMoved(String version, int moved) throws Exception {
        TestPlatform.until(() -> rollouts.rollout(TYPE).filter(one -> one.version().equals(version) && one.stage() == Rollout.Stage.DONE && one.moved() == moved).isPresent());
    }

    private boolean saw(String what) {
        return seen.contains(what);
    }

    @Test
    void anAwakeActorGoesOnWithBetterCodeAsSoonAsItIsThere() throws Exception {
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 5)).isEqualTo("1.0.0 5 1");
        assertThat(platform.call("a", "add", 1)).isEqualTo("1.0.0 6 2");
        version("2.0.0");
        awaitMoved("2.0.0", 1);
        assertThat(platform.call("a", "add", 1)).isEqualTo("2.0.0 7 1");
        assertThat(seen).containsExactly("1.0.0 UPGRADE 6");
        assertThat(platform.intents).as("the engine had nothing to do").isEmpty();
        assertThat(rollouts.rollout(TYPE).orElseThrow()).extracting(Rollout::onIt, Rollout::waiting, Rollout::failed).containsExactly(1, 0, 0L);
    }

    @Test
    void whatHasBegunEndsOnTheOldCodeAndWhatComesMeanwhileIsDoneByTheNewInItsOrder() throws Exception {
        platform.start(TYPE, "a");
        CompletableFuture<Object> held = platform.callLater("a", "hold", "one");
        TestPlatform.until(() -> saw("1.0.0 holds"));
        version("2.0.0");
        TestPlatform.until(() -> !rollouts.rollout(TYPE).orElseThrow().stage().equals(Rollout.Stage.DONE));
        List<CompletableFuture<Object>> calls = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            calls.add(platform.callLater("a", "add", 1));
        }
        awaitHeld();
        gates.get("one").complete(null);
        assertThat(TestPlatform.await(held)).isEqualTo("1.0.0 held");
        for (int i = 0; i < 20; i++) {
            String answer = (String) TestPlatform.await(calls.get(i));
            assertThat(answer).matches(answer.startsWith("1") ? "1.0.0 " + (i + 1) + " .*" : "2.0.0 " + (100 + i + 1) + " .*");
        }
        assertThat((String) TestPlatform.await(calls.getLast())).startsWith("2.0.0 120");
    }

    /** An action that waits for gate "one" has begun, and the move to other code has. */
    private CompletableFuture<Object> holdsWhileMoved() throws Exception {
        CompletableFuture<Object> held = platform.callLater("a", "hold", "one");
        TestPlatform.until(() -> saw("1.0.0 holds"));
        version("2.0.0");
        TestPlatform.until(() -> rollouts.rollout(TYPE).isPresent());
        awaitHeld();
        return held;
    }

    /** The abort signal has been given: new work is held. */
    private void awaitHeld() throws Exception {
        CompletableFuture<Object> probe = platform.callLater("a", "add", 0);
        for (int tries = 0; tries < 100 && probe.isDone(); tries++) {
            Thread.sleep(10);
            probe = platform.callLater("a", "add", 0);
        }
    }

    @Test
    void whatDoesNotEndInItsGraceIsCutOffAndSaysWhatBecameOfIt() throws Exception {
        platform.type(TYPE, "1.1.0", () -> new Code("1.1.0"), "sleepGracePeriod", 50);
        platform.start(TYPE, "a");
        CompletableFuture<Object> held = platform.callLater("a", "hold", "one");
        TestPlatform.until(() -> saw("1.1.0 holds"));
        version("2.0.0");
        assertThatThrownBy(() -> TestPlatform.await(held)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("actor.stopped");
            assertThat(e.metadata()).contains(Map.of("committed", "no"));
        });
        awaitMoved("2.0.0", 1);
        assertThat(platform.call("a", "add", 1)).isEqualTo("2.0.0 1 1");
    }

    @Test
    void aDrainingActorLetsInWhatItsOwnWorkWaitsFor() throws Exception {
        platform.start(TYPE, "a");
        platform.start(TYPE, "b");
        CompletableFuture<Object> circle = platform.callLater("a", "askBack", "b", "one");
        TestPlatform.until(() -> saw("1.0.0 asks"));
        CompletableFuture<Object> other = platform.callLater("b", "askBack", "a", "one");
        TestPlatform.until(() -> seen.stream().filter("1.0.0 asks"::equals).count() == 2);
        version("2.0.0");
        TestPlatform.until(() -> rollouts.rollout(TYPE).isPresent());
        awaitHeld();
        gates.get("one").complete(null);
        assertThat((String) TestPlatform.await(circle)).startsWith("1.0.0, 1.0.0, 1.0.0 ");
        assertThat((String) TestPlatform.await(other)).startsWith("1.0.0, 1.0.0, 1.0.0 ");
        awaitMoved("2.0.0", 2);
        assertThat((String) platform.call("a", "add", 0)).startsWith("2.0.0 1 ");
    }

    @Test
    void anActorThatCannotGoOnWithTheNewCodeStaysAndTheOthersAreLeftAlone() throws Exception {
        for (String id : List.of("a", "b", "c")) {
            platform.start(TYPE, id);
            platform.call(id, "add", 1);
        }
        failsToMigrate = true;
        platform.type(TYPE, "2.0.0", Migrating::new, "stateVersion", 2);
        TestPlatform.until(() -> rollouts.rollout(TYPE).filter(one -> one.stage() == Rollout.Stage.PAUSED && one.failed() > 0).isPresent());
        for (String id : List.of("a", "b", "c")) {
            assertThat((String) platform.call(id, "add", 1)).startsWith("1.0.0 2 ");
        }
        Rollout paused = rollouts.rollout(TYPE).orElseThrow();
        assertThat(paused.failures().getFirst().reason()).contains("could not be started").contains("on purpose");
        assertThat(paused.paused().orElseThrow()).contains("on purpose");

        failsToMigrate = false;
        rollouts.resume(TYPE);
        awaitMoved("2.0.0", 3);
        assertThat(platform.call("a", "add", 1)).isEqualTo("2.0.0 2001 1");

        // there is no way back for what only the new code can read
        assertThat(rollouts.rollBack(TYPE)).extracting(Rollout::version, Rollout::waiting).containsExactly("1.0.0", 0);
        assertThat((String) platform.call("a", "add", 1)).startsWith("2.0.0 2002");
    }

    @Test
    void anOperatorMovesThemThereAndBack() throws Exception {
        version("2.0.0");
        platform.start(TYPE, "a");
        platform.call("a", "add", 1);
        rollouts.rollBack(TYPE);
        awaitMoved("1.0.0", 1);
        assertThat(platform.call("a", "add", 1)).isEqualTo("1.0.0 2 1");
        rollouts.rollOut(TYPE, "2.0.0", new Pace.PerSecond(1000));
        awaitMoved("2.0.0", 1);
        assertThat(platform.call("a", "add", 1)).isEqualTo("2.0.0 3 1");
        rollouts.rollOut(TYPE, "1.0.0", Pace.WHEN_THEY_SLEEP);
        assertThat(platform.call("a", "add", 1)).isEqualTo("2.0.0 4 2");
        platform.stop("a", StopCause.SLEEP_INTENT);
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 1)).isEqualTo("1.0.0 5 1");
    }

    // ------------------------------------------------------------------ probation

    private void trip(String id, String how) {
        assertThatThrownBy(() -> platform.call(id, "trip", how)).isInstanceOf(RivetException.class);
    }

    @Test
    void anActorWhoseFirstCallsFailGoesBackWithAllThatWasAcknowledged() throws Exception {
        platform.start(TYPE, "a");
        platform.start(TYPE, "b");
        version("2.0.0", "probationErrors", 1, "probationCalls", 5);
        awaitMoved("2.0.0", 2);
        trip("a", "user");
        trip("a", "user");
        trip("a", "none");
        assertThat((String) platform.call("a", "add", 10)).startsWith("2.0.0 13");
        trip("a", "none");
        TestPlatform.until(() -> rollouts.versions(TYPE).getLast().awake() == 1);
        TestPlatform.until(() -> rollouts.rollout(TYPE).orElseThrow().paused().isPresent());
        assertThat((String) platform.call("a", "trip", "none")).isEqualTo("1.0.0 15");
        assertThat(rollouts.rollout(TYPE).orElseThrow().paused().orElseThrow()).contains("actor a: 2 of its first 5 calls failed").contains("broken");
        assertThat((String) platform.call("b", "add", 0)).as("nothing has failed there").startsWith("2.0.0");
        assertThat(platform.intents).isEmpty();
    }

    @Test
    void afterItsProbationAnActorStaysAndSoDoesOneWhoseStateWasMigrated() throws Exception {
        platform.start(TYPE, "a");
        version("2.0.0", "probationErrors", 0, "probationCalls", 2);
        awaitMoved("2.0.0", 1);
        platform.call("a", "add", 0);
        platform.call("a", "add", 0);
        trip("a", "none");
        assertThat(rollouts.rollout(TYPE).orElseThrow().paused()).isEmpty();

        platform.type("other", "1.0.0", () -> new Code("1.0.0"));
        platform.start("other", "b");
        platform.call("b", "add", 1);
        platform.type("other", "2.0.0", Migrating::new, "stateVersion", 2, "probationErrors", 0);
        TestPlatform.until(() -> rollouts.rollout("other").filter(one -> one.moved() == 1).isPresent());
        trip("b", "none");
        TestPlatform.until(() -> rollouts.rollout("other").orElseThrow().paused().isPresent());
        assertThat((String) platform.call("b", "add", 0)).isEqualTo("2.0.0 1001 1");
    }

    // ------------------------------------------------------------------ clients

    private static List<Object> events(List<Object> messages) {
        return messages.stream().filter(ToClient.Event.class::isInstance).map(message -> ((ToClient.Event) message).args().getFirst()).toList();
    }

    @Test
    void connectionsThatHibernateStayWithTheirStatesAndMissNothing() throws Exception {
        platform.start(TYPE, "a");
        StayingClient client = platform.stay("a", StayingClient.connection(1));
        client.subscribe("count");
        client.ask("marks", "m1");
        client.awaitAnswers(1);
        List<String> versions = List.of("2.0.0", "3.0.0", "4.0.0");
        int calls = 0;
        for (String version : versions) {
            for (int i = 0; i < 40; i++) {
                client.ask("add", 1);
                calls++;
                if (i == 20) {
                    version(version);
                }
            }
            awaitMoved(version, 1);
        }
        client.ask("marks", "m2");
        List<Object> answers = client.awaitAnswers(calls + 2);
        for (int i = 1; i <= calls; i++) {
            assertThat((String) answers.get(i)).contains(" " + i + " ");
        }
        assertThat(answers.getLast()).isEqualTo("4.0.0 [joined 1.0.0, m1, m2]");
        assertThat(events(client.messages)).hasSize(calls).isSorted();
        assertThat(client.closed).isNotDone();
        TestPlatform.until(() -> client.kept() == 0);

        platform.sleepWithSockets("a");
        platform.start(TYPE, "a");
        client.ask("marks", "m3");
        assertThat(client.awaitAnswers(calls + 3).getLast()).as("it is stored").isEqualTo("4.0.0 [joined 1.0.0, m1, m2, m3]");
    }

    @Test
    void connectionsThatEndWithTheGenerationStayAsWell() throws Exception {
        platform.start(TYPE, "a");
        TestPlatform.Client client = platform.connect("a");
        client.subscribe("count");
        client.call("marks", "m1");
        client.await(2);
        TestPlatform.RawClient raw = platform.dial("a", "/websocket");
        raw.listener.text("x");
        raw.await(1);
        CompletableFuture<Object> held = holdsWhileMoved();
        raw.listener.text("y");
        client.call("add", 1);
        gates.get("one").complete(null);
        TestPlatform.await(held);
        awaitMoved("2.0.0", 1);
        raw.listener.text("z");
        assertThat(raw.await(3)).containsExactly("1.0.0 x", "2.0.0 y", "2.0.0 z");
        client.call("marks", "m2");
        TestPlatform.until(() -> client.messages.stream().anyMatch(m -> m instanceof ToClient.ActionResponse r && r.output().equals("2.0.0 [joined 1.0.0, m1, m2]")));
        assertThat(events(List.copyOf(client.messages))).contains(101);
        assertThat(client.closed).isNotDone();
        assertThat(raw.closed).isNotDone();
    }

    @Test
    void socketsOfTheActorsOwnCodeThatHibernateStayAsWell() throws Exception {
        platform.type(TYPE, "1.5.0", () -> new Code("1.5.0"), "canHibernateWebSocket", true);
        platform.start(TYPE, "a");
        StayingClient client = platform.stay("a", StayingClient.raw(1));
        List<Object> expected = new ArrayList<>();
        int sent = 0;
        for (String version : List.of("2.0.0", "3.0.0")) {
            for (int i = 0; i < 30; i++) {
                client.send("f" + ++sent);
                if (i == 10) {
                    platform.type(TYPE, version, () -> new Code(version), "canHibernateWebSocket", true);
                }
            }
            awaitMoved(version, 1);
        }
        List<Object> frames = client.await(sent);
        for (int i = 0; i < sent; i++) {
            assertThat((String) frames.get(i)).endsWith(" f" + (i + 1));
        }
        assertThat(frames).hasSize(sent);
        assertThat(client.closed).isNotDone();
        assertThat(expected).isEmpty();
    }

    @Test
    void aClientThatGoesDuringAMoveIsMissedByTheNewCode() throws Exception {
        platform.start(TYPE, "a");
        StayingClient client = platform.stay("a", StayingClient.connection(1));
        client.ask("add", 1);
        client.awaitAnswers(1);
        CompletableFuture<Object> held = holdsWhileMoved();
        client.ask("add", 1);
        client.leave();
        gates.get("one").complete(null);
        TestPlatform.await(held);
        awaitMoved("2.0.0", 1);
        TestPlatform.until(() -> client.kept() == 0);
        assertThat(platform.call("a", "add", 0)).asString().startsWith("2.0.0 102");
    }

    // ------------------------------------------------------------------ the actor's own work

    @ParameterizedTest
    @ValueSource(strings = {"TURN", "INTERVAL"})
    void aRunHandlerAndTheQueueGoOn(String durability) throws Exception {
        Supplier<Actor<?>> one = () -> new Worker("1.0.0");
        platform.type("worker", "1.0.0", one, "durability", durability, "queues", "jobs");
        platform.start("worker", "w");
        for (int i = 1; i <= 10; i++) {
            platform.send("w", "jobs", i);
        }
        TestPlatform.until(() -> saw("1.0.0 job 10"));
        platform.type("worker", "2.0.0", () -> new Worker("2.0.0"), "durability", durability, "queues", "jobs");
        for (int i = 11; i <= 20; i++) {
            platform.send("w", "jobs", i);
        }
        TestPlatform.until(() -> seen.stream().anyMatch(line -> line.endsWith("job 20")));
        assertThat(seen.stream().filter(line -> line.contains("job")).map(line -> line.substring(6))).containsExactlyElementsOf(
            java.util.stream.IntStream.rangeClosed(1, 20).mapToObj(i -> "job " + i).toList());
        TestPlatform.until(() -> rollouts.rollout("worker").filter(r -> r.moved() == 1).isPresent());
        assertThat(platform.call("w", "done")).isEqualTo("2.0.0 20");
    }

    private final class Worker extends Actor<Count> {

        private final String version;

        Worker(String version) {
            this.version = version;
        }

        @Override
        protected Count createState(Input input) {
            return new Count(0);
        }

        @Override
        protected void run() {
            while (!abortSignal().aborted()) {
                Optional<QueueMessage> job = Optional.ofNullable(queue().next("jobs"));
                job.ifPresent(message -> {
                    seen.add(version + " job " + message.body(int.class));
                    setState(new Count(state().count() + 1));
                });
            }
        }

        @Action
        public String done() {
            return version + " " + state().count();
        }
    }

    @Test
    void aStopDuringAMoveFollowsIt() throws Exception {
        platform.start(TYPE, "a");
        CompletableFuture<Object> held = holdsWhileMoved();
        CompletableFuture<Void> asleep = platform.stopLater("a", StopCause.SLEEP_INTENT);
        gates.get("one").complete(null);
        TestPlatform.await(asleep);
        assertThat(TestPlatform.await(held)).isEqualTo("1.0.0 held");
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 0)).isEqualTo("2.0.0 100 1");
    }

    @Test
    void aGenerationThatIsLostDuringAMoveHasNoGrace() throws Exception {
        platform.start(TYPE, "a");
        CompletableFuture<Object> held = holdsWhileMoved();
        platform.stop("a", StopCause.LOST);
        assertThatThrownBy(() -> TestPlatform.await(held)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("stopped"));
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 0)).isEqualTo("2.0.0 0 1");
    }
}
