package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.ConnectionRequest;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.WebSocket;
import rivet.protocol.client.ToClient;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;

/** Connections that stay while their actor sleeps, or has to be restarted (spec/core.md 5.5). */
class HibernationTest extends ActorTest {

    private final List<String> log = new CopyOnWriteArrayList<>();

    @ImmutableState
    public record Count(int count) {}

    public static final class Visits {
        public int count;
    }

    private final class Room extends Actor<Count> {

        @Override
        protected Count createState(Input input) {
            return new Count(0);
        }

        @Override
        protected void onWake() {
            log.add("wake " + connections().size());
        }

        @Override
        protected Object createConnState(Connection connection) {
            return new Visits();
        }

        @Override
        protected void onConnect(Connection connection) {
            if (connection.isHibernatable()) {
                log.add("connect");
            }
        }

        @Override
        protected void onDisconnect(Connection connection) {
            if (connection.isHibernatable()) {
                log.add("disconnect " + connection.state(Visits.class).count);
            }
        }

        @Action
        public int visit() {
            return ++connection().orElseThrow().state(Visits.class).count;
        }

        @Action
        public Object who() {
            return connection().orElseThrow().params(Map.class).get("name") + " " + connection().orElseThrow().request().header("cookie").orElse("none");
        }

        @Action
        public int add(int n) {
            setState(new Count(state().count() + n));
            return state().count();
        }

        @Action
        public int addAfter(String event, int n) {
            await(event(event));
            return add(n);
        }

        @Action
        public int get() {
            return state().count();
        }

        @Action
        public void tell(String text) {
            broadcast("told", text);
        }

        @Action
        public String fail() {
            throw new IllegalStateException("on purpose");
        }

        @Action
        public void spin() {
            log.add("spin");
            while (!event("unspin").isDone()) {
                Thread.onSpinWait();
            }
        }
    }

    private StayingClient room(Object... options) throws Exception {
        platform.type("room", Room::new, options);
        platform.start("room", "r");
        StayingClient client = platform.stay("r", StayingClient.connection(1));
        client.await(1);
        return client;
    }

    /** Returns up to which frame those connections have been dealt with that are stored. */
    private List<Object> stored(String id) {
        Statement query = Statement.of("SELECT s.server_message_index FROM _rivet_conns c JOIN _rivet_conn_state s ON s.conn_id = c.conn_id");
        return platform.store().read(new DatabaseId.Actor(id), List.of(query), Duration.ofSeconds(5)).toCompletableFuture().join().getFirst().rows().stream()
            .map(row -> row[0]).toList();
    }

    // ------------------------------------------------------------------ sleep and wake

    @Test
    void aConnectionIsAsItWasWhenTheActorWakes_R_hib_3_R_hib_7() throws Exception { // R-evt-8, R-stop-17
        StayingClient client = room();
        client.ask("visit");
        client.ask("visit");
        client.subscribe("told");
        client.awaitAnswers(2);
        platform.sleepWithSockets("r");
        assertThat(client.closed).isNotDone();
        platform.start("room", "r");
        client.ask("visit");
        client.ask("who");
        assertThat(client.awaitAnswers(4)).containsExactly(1, 2, 3, "n1 a=b");
        platform.call("r", "tell", "hello");
        TestPlatform.until(() -> client.messages.getLast() instanceof ToClient.Event);
        assertThat(client.messages.stream().filter(ToClient.Init.class::isInstance)).as("greetings").hasSize(1);
        assertThat(log).containsExactly("wake 0", "connect", "wake 1");
        assertThat(client.resumed()).isEqualTo(1);
        assertThat(client.kept()).isZero();
    }

    @Test
    void framesComeAgainFromTheFirstThatIsNotAcknowledged_R_hib_10_R_hib_13() throws Exception {
        StayingClient client = room();
        client.ask("add", 1);
        client.awaitAnswers(1);
        TestPlatform.until(() -> client.kept() == 0);
        platform.sleepWithSockets("r");
        client.ask("add", 10);
        client.ask("add", 100);
        assertThat(client.kept()).isEqualTo(2);
        platform.start("room", "r");
        assertThat(client.awaitAnswers(3)).containsExactly(1, 11, 111);
        TestPlatform.until(() -> client.kept() == 0);
        assertThat(client.acknowledged).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aFrameThatComesWhileTheActorGoesToSleepIsLeftToTheNextGeneration_R_hib_13() throws Exception {
        StayingClient client = room();
        client.ask("addAfter", "go", 1);
        TestPlatform.until(() -> platform.turns("r") >= 3);
        CompletableFuture<Void> stopped = platform.stopLater("r", StopCause.SLEEP_INTENT);
        client.ask("add", 10);
        event("go").complete("");
        TestPlatform.await(stopped);
        client.detach();
        assertThat(client.awaitAnswers(1)).containsExactly(1);
        assertThat(client.kept()).isEqualTo(1);
        platform.start("room", "r");
        assertThat(client.awaitAnswers(2)).containsExactly(1, 11);
    }

    @Test
    void anAcknowledgementFollowsTheCommit_R_hib_11() throws Exception {
        StayingClient client = room();
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        client.ask("add", 1);
        long before = platform.turns("r");
        TestPlatform.until(() -> platform.turns("r") > before || storage.commits.get() > 0);
        assertThat(client.acknowledged).isEmpty();
        gate.complete(null);
        TestPlatform.until(() -> client.acknowledged.contains(1L));
        assertThat(client.answers()).containsExactly(1);
    }

    @Test
    void aConnectionThatHibernatesKeepsNobodyAwake_R_sleep_3() throws Exception {
        platform.type("room", Room::new, "sleepTimeout", 50);
        platform.start("room", "r");
        platform.stay("r", StayingClient.connection(1)).await(1);
        TestPlatform.until(() -> platform.intents.contains("sleep r"));
    }

    @Test
    void whatChangesNothingCostsNoCommit() throws Exception {
        StayingClient client = room();
        int before = storage.commits.get();
        client.subscribe("told");
        client.ask("get");
        client.ask("who");
        client.awaitAnswers(2);
        TestPlatform.until(() -> client.kept() == 0);
        assertThat(storage.commits).hasValue(before);
    }

    @Test
    void whatDependsOnAConnectionIsStoredWithIt_R_conn_8() throws Exception {
        StayingClient client = room();
        client.ask("get");
        client.ask("add", 1);
        client.ask("visit");
        client.awaitAnswers(3);
        assertThat(stored("r")).containsExactly(3L);
        int before = storage.commits.get();
        client.ask("get");
        client.awaitAnswers(4);
        assertThat(stored("r")).containsExactly(3L);
        assertThat(storage.commits).hasValue(before);
    }

    // ------------------------------------------------------------------ clients that go

    @Test
    void aClientThatGoesWhileTheActorSleepsIsSeenOnceWhenItWakes_R_hib_5_R_hib_17() throws Exception {
        StayingClient client = room();
        client.ask("visit");
        client.awaitAnswers(1);
        platform.sleepWithSockets("r");
        platform.forget("r", client);
        platform.start("room", "r");
        TestPlatform.until(() -> log.contains("disconnect 1"));
        platform.call("r", "add", 1);
        assertThat(stored("r")).isEmpty();
        platform.sleepWithSockets("r");
        platform.start("room", "r");
        platform.call("r", "get");
        assertThat(log).containsExactly("wake 0", "connect", "wake 0", "disconnect 1", "wake 0");
    }

    @Test
    void whatAClientSaidBeforeItWentIsHeardFirst() throws Exception {
        StayingClient client = room();
        platform.sleepWithSockets("r");
        client.ask("add", 5);
        client.leave();
        platform.start("room", "r");
        TestPlatform.until(() -> log.contains("disconnect 0"));
        assertThat(platform.call("r", "get")).isEqualTo(5);
        assertThat(log).containsExactly("wake 0", "connect", "wake 1", "disconnect 0");
    }

    @Test
    void aClientThatGoesWhileTheActorIsAwakeLeavesNothing_R_conn_14() throws Exception {
        StayingClient client = room();
        client.ask("visit");
        client.awaitAnswers(1);
        assertThat(stored("r")).hasSize(1);
        client.leave();
        platform.forget("r", client);
        TestPlatform.until(() -> log.contains("disconnect 1"));
        platform.sleepWithSockets("r");
        assertThat(stored("r")).isEmpty();
        platform.start("room", "r");
        platform.call("r", "get");
        assertThat(log.stream().filter("disconnect 1"::equals)).hasSize(1);
    }

    @Test
    void theDestroyedActorsClientsGo_R_hib_16() throws Exception {
        StayingClient client = room();
        platform.stop("r", StopCause.DESTROY);
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1000 ");
        assertThat(log).contains("disconnect 0");
    }

    @Test
    void aSocketOfWhichNothingIsStoredIsNotResumed_R_hib_6() throws Exception {
        StayingClient client = room();
        client.ask("add", 1);
        client.awaitAnswers(1);
        storage.fault = Fault.REFUSE;
        platform.sleepWithSockets("r");
        storage.fault = Fault.NONE;
        // the row was stored with the addition, another's never
        StayingClient other = StayingClient.connection(2);
        platform.start("room", "r");
        platform.stay("r", other).await(1);
        storage.fault = Fault.REFUSE;
        platform.sleepWithSockets("r");
        storage.fault = Fault.NONE;
        platform.start("room", "r");
        assertThat(client.resumed()).isEqualTo(2);
        assertThat(other.resumed()).isZero();
    }

    // ------------------------------------------------------------------ failures

    @Test
    void aFrameWhoseCommitFailsIsDoneAgain() throws Exception {
        StayingClient client = room();
        client.subscribe("told");
        client.ask("visit");
        client.awaitAnswers(1);
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        storage.failNext = true;
        client.ask("add", 1);
        client.ask("visit");
        client.ask("add", 10);
        gate.complete(null);
        TestPlatform.until(() -> log.contains("wake 1"));
        assertThat(client.awaitAnswers(4)).containsExactly(1, 1, 2, 11);
        TestPlatform.until(() -> client.kept() == 0);
        platform.call("r", "tell", "still here");
        TestPlatform.until(() -> client.messages.getLast() instanceof ToClient.Event);
        assertThat(client.closed).isNotDone();
        assertThat(log.stream().filter("connect"::equals)).as("connect hooks").hasSize(1);
    }

    @Test
    void aFrameThatWasStoredAndNotAcknowledgedIsNotDoneAgain() throws Exception {
        StayingClient client = room();
        client.ask("add", 1);
        client.awaitAnswers(1);
        storage.fault = Fault.LOSE_AFTER;
        storage.refuseQueries = false;
        client.ask("add", 10);
        TestPlatform.until(() -> log.contains("wake 1") || client.answers().size() == 2);
        storage.fault = Fault.NONE;
        client.ask("get");
        TestPlatform.until(() -> client.answers().contains(11));
        TestPlatform.until(() -> client.kept() == 0);
        assertThat(platform.call("r", "get")).isEqualTo(11);
    }

    @Test
    void whatFailsTwiceIsAnsweredAndNotDoneAThirdTime() throws Exception {
        StayingClient client = room();
        storage.fault = Fault.REFUSE;
        client.ask("add", 1);
        assertThat(client.awaitAnswers(1)).containsExactly("actor.storage_failed{committed=no}");
        TestPlatform.until(() -> client.kept() == 0);
        storage.fault = Fault.NONE;
        client.ask("get");
        assertThat(client.awaitAnswers(2)).element(1).isEqualTo(0);
        assertThat(client.closed).isNotDone();
    }

    @Test
    void aTurnThatIsAbandonedIsAnsweredAndTheSocketStays() throws Exception {
        StayingClient client = room("actionTimeout", 300);
        client.ask("visit");
        client.ask("spin");
        client.awaitAnswers(2);
        TestPlatform.until(() -> log.contains("wake 1"));
        event("unspin").complete("");
        client.ask("visit");
        assertThat(client.awaitAnswers(3)).containsExactly(1, "actor.action_timed_out", 2);
        TestPlatform.until(() -> client.kept() == 0);
        assertThat(log.stream().filter("spin"::equals)).hasSize(1);
        assertThat(client.closed).isNotDone();
    }

    @Test
    void anErrorIsAnAnswer() throws Exception {
        StayingClient client = room();
        client.ask("fail");
        client.ask("nobody");
        client.awaitAnswers(2);
        TestPlatform.until(() -> client.kept() == 0);
    }

    @Test
    void outOfOrderAcknowledgementsLetTheFirstComeAgainAlone() throws Exception {
        StayingClient client = room();
        client.ask("addAfter", "never", 1);
        client.ask("add", 10);
        client.awaitAnswers(1);
        TestPlatform.until(() -> client.acknowledged.contains(2L));
        assertThat(client.acknowledged).doesNotContain(1L);
        assertThat(client.kept()).isEqualTo(1);
        assertThat(stored("r")).containsExactly(0L);
        storage.failNext = true;
        platform.callLater("r", "add", 1000).exceptionally(failed -> null);
        TestPlatform.until(() -> log.contains("wake 1"));
        event("never").complete("");
        assertThat(client.awaitAnswers(2)).containsExactly(10, 11);
    }

    // ------------------------------------------------------------------ replacement

    @Test
    void aSocketOutlivesTheReplacementOfItsCode() throws Exception {
        var first = platform.type("room", Room::new);
        platform.start("room", "r");
        StayingClient client = platform.stay("r", StayingClient.connection(1));
        client.ask("visit");
        client.awaitAnswers(1);
        platform.host().factoryRemoved(first);
        client.detach();
        client.ask("visit");
        assertThat(client.closed).isNotDone();
        var starting = platform.startLater("room", "r", new byte[0]);
        platform.type("room", "2.0.0", Room::new);
        TestPlatform.await(starting);
        assertThat(client.awaitAnswers(2)).containsExactly(1, 2);
    }

    // ------------------------------------------------------------------ the actor's own sockets

    private class Talker extends Actor<Count> {

        @Override
        protected Count createState(Input input) {
            return new Count(0);
        }

        @Override
        protected void onWebSocket(WebSocket socket) {
            log.add("open " + socket.isRestored() + " " + socket.connection().request().target());
            socket.onText(text -> {
                setState(new Count(state().count() + 1));
                socket.send(text + " " + socket.frameIndex().orElse(-1) + " " + state().count());
            });
            socket.onClose((code, reason) -> log.add("closed " + code));
            if (socket.connection().request().target().contains("count")) {
                setState(new Count(state().count() + 100));
            }
            if (!socket.isRestored()) {
                socket.send("welcome");
            }
        }

        @Override
        protected void onDisconnect(Connection connection) {
            log.add("disconnect");
        }

        @Action
        public int get() {
            return state().count();
        }
    }

    private StayingClient talker() throws Exception {
        platform.type("talker", Talker::new, "canHibernateWebSocket", true);
        platform.start("talker", "t");
        StayingClient client = platform.stay("t", StayingClient.raw(1));
        client.await(1);
        return client;
    }

    @Test
    void theActorsOwnSocketsStayIfTheTypeSaysSo_R_hib_2_R_hib_8() throws Exception {
        StayingClient client = talker();
        client.send("a");
        client.await(2);
        platform.sleepWithSockets("t");
        client.send("b");
        platform.start("talker", "t");
        client.send("c");
        assertThat(client.await(4)).containsExactly("welcome", "a 1 1", "b 2 2", "c 3 3");
        assertThat(log).containsExactly("open false /websocket/chat?x=1", "open true /websocket/chat?x=1");
        TestPlatform.until(() -> client.kept() == 0);
        client.leave();
        TestPlatform.until(() -> log.contains("disconnect"));
        assertThat(log).containsSubsequence("closed 1000", "disconnect");
    }

    @Test
    void theActorsOwnSocketsAreClosedOtherwise_R_hib_2() throws Exception {
        platform.type("talker", Talker::new);
        platform.start("talker", "t");
        StayingClient client = platform.stay("t", StayingClient.raw(1));
        client.await(1);
        client.send("a");
        assertThat(client.await(2)).containsExactly("welcome", "a -1 1");
        platform.putToSleep("t");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 actor.stopped");
    }

    /** Decides by the path; of one path it cannot tell. */
    private final class Choosy extends Talker {

        @Override
        protected boolean canHibernate(ConnectionRequest request) {
            if (request.target().endsWith("broken")) {
                throw new IllegalStateException("cannot tell");
            }
            return request.target().endsWith("stay");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theActorMayDecideByTheRequestWhetherASocketStays_R_hib_2(boolean option) throws Exception {
        platform.type("talker", Choosy::new, "canHibernateWebSocket", option);
        platform.start("talker", "t");
        StayingClient stays = platform.stay("t", StayingClient.raw(1, "/websocket/stay"));
        StayingClient goes = platform.stay("t", StayingClient.raw(2, "/websocket/go"));
        stays.await(1);
        goes.await(1);
        goes.send("a");
        stays.send("b");
        assertThat(goes.await(2)).containsExactly("welcome", "a 1 1");
        assertThat(stays.await(2)).containsExactly("welcome", "b 1 2");
        TestPlatform.until(() -> goes.kept() == 0);
        assertThat(List.of(goes.endsWithGeneration(), stays.endsWithGeneration())).containsExactly(true, false);
        platform.sleepWithSockets("t");
        assertThat(TestPlatform.await(goes.closed)).isEqualTo("1011 actor.stopped");
        assertThat(stays.closed).isNotDone();
        platform.start("talker", "t");
        stays.send("c");
        assertThat(stays.await(3)).containsExactly("welcome", "b 1 2", "c 2 3");
        assertThat(stored("t")).hasSize(1);
    }

    @Test
    void aSocketOfWhichTheActorCannotTellWhetherItStaysIsClosed_R_ws_13() throws Exception {
        platform.type("talker", Choosy::new);
        platform.start("talker", "t");
        StayingClient client = platform.stay("t", StayingClient.raw(1, "/websocket/broken"));
        assertThat(TestPlatform.await(client.closed)).startsWith("1011 ");
        assertThat(log).isEmpty();
    }

    /** It would hear of nothing any more, without knowing: what is stored is all that the next generation has. */
    @Test
    void whoeverIsNotStoredWhenAGenerationIsLeftBehindIsToComeAgain_R_hib_6() throws Exception {
        platform.type("talker", Talker::new, "canHibernateWebSocket", true);
        platform.start("talker", "t");
        StayingClient stored = platform.stay("t", StayingClient.raw(1));
        stored.await(1);
        stored.send("a");
        stored.await(2);
        StayingClient silent = platform.stay("t", StayingClient.raw(2));
        silent.await(1);
        platform.start("talker", "t"); // the engine has given up on the one before
        assertThat(TestPlatform.await(silent.closed)).isEqualTo("1011 actor.stopped");
        assertThat(stored.closed).isNotDone();
        stored.send("b");
        assertThat(stored.await(3)).containsExactly("welcome", "a 1 1", "b 2 2");
    }

    @Test
    void aConnectionThatChangesTheActorAsItJoinsIsStoredWithThat() throws Exception {
        platform.type("talker", Talker::new, "canHibernateWebSocket", true);
        platform.start("talker", "t");
        StayingClient client = platform.stay("t", StayingClient.raw(1, "/websocket?count"));
        client.await(1);
        assertThat(platform.call("t", "get")).isEqualTo(100);
        assertThat(stored("t")).containsExactly(0L);
        platform.forget("t", client);
        platform.sleepWithSockets("t");
        platform.start("talker", "t");
        TestPlatform.until(() -> log.contains("disconnect"));
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 3 })
    void theActorsOwnSocketsOutliveAFailedCommit(int frames) throws Exception {
        StayingClient client = talker();
        client.send("a");
        client.await(2);
        TestPlatform.until(() -> client.kept() == 0);
        storage.failNext = true;
        List<Object> expected = new ArrayList<>(List.of("welcome", "a 1 1"));
        for (int i = 0; i < frames; i++) {
            client.send("x");
            expected.add("x " + (i + 2) + " " + (i + 2));
        }
        assertThat(client.await(2 + frames)).containsExactlyElementsOf(expected);
        assertThat(platform.call("t", "get")).isEqualTo(1 + frames);
        assertThat(client.closed).isNotDone();
    }
}
