package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.UserError;
import rivet.client.ActorConnection;
import rivet.client.ActorConnection.Status;
import rivet.runtime.actor.Scripted.Body;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.spi.engine.StopCause;

/** Actors that are connected to others. */
class CallingConnectionTest extends ActorTest {

    public record Heard(String what, int n) {}

    /** Is listened to. */
    public static final class Speaker extends Actor<Speaker.State> {

        public static final class State {

            public int said;
        }

        public record Said(String what, int n, boolean unknownToOthers) {}

        @Override
        protected State createState(Input input) {
            return new State();
        }

        @Override
        protected void onBeforeConnect(Connection connection) {
            if ("nobody".equals(connection.paramsOr(String.class, "somebody"))) {
                throw new UserError("not you", "refused");
            }
        }

        @Override
        protected void onConnect(Connection connection) {
            TRACE.add("connected " + connection.paramsOr(String.class, "somebody"));
        }

        @Override
        protected void onDisconnect(Connection connection) {
            TRACE.add("disconnected");
        }

        @Action
        public int say(String what) {
            broadcast("said", new Said(what, ++state().said, true), "more");
            return state().said;
        }

        @Action
        public void fail() {
            throw new UserError("no", "failed");
        }

        @Action
        public int listeners() {
            return connections().size();
        }
    }

    private final Map<String, Body<Count>> bodies = new ConcurrentHashMap<>();
    private final List<ActorConnection> made = new CopyOnWriteArrayList<>();

    @BeforeEach
    void types() throws Exception {
        platform.type("speaker", Speaker::new);
        platform.type("listener", () -> new Counting(bodies), "noSleep", true);
        platform.start("speaker", "s");
        platform.start("listener", "l");
    }

    private Object act(Body<Count> body) throws Exception {
        String name = "body " + bodies.size();
        bodies.put(name, body);
        return platform.call("l", "act", name);
    }

    private void connect() throws Exception {
        act(actor -> {
            ActorConnection connection = actor.client().get("speaker", "key", "s").withParams("me").connect();
            made.add(connection);
            connection.on("said", Heard.class, heard -> {
                actor.updateState(s -> new Count(s.count() + heard.n()));
                TRACE.add("heard " + heard.what());
            });
            connection.awaitOpen();
            return connection.connectionId().orElseThrow();
        });
    }

    @Test
    void eventsComeInTurnsOfTheListener() throws Exception {
        connect();
        assertThat(TRACE).contains("connected me");
        assertThat(platform.call("s", "say", "one")).isEqualTo(1);
        assertThat(platform.call("s", "say", "two")).isEqualTo(2);
        TestPlatform.until(() -> TRACE.contains("heard two"));
        assertThat(platform.call("l", "count")).isEqualTo(3);
        platform.putToSleep("l");
        platform.start("listener", "l");
        assertThat(platform.call("l", "count")).as("kept").isEqualTo(3);
        TestPlatform.until(() -> TRACE.contains("disconnected"));
        assertThat(platform.call("s", "listeners")).as("a listener that sleeps is gone, but for the caller itself").isEqualTo(1);
    }

    @Test
    void callsShareAConnection() throws Exception {
        connect();
        ActorConnection connection = made.getFirst();
        assertThat(act(actor -> connection.call(int.class, "say", "x"))).isEqualTo(1);
        assertThat(act(actor -> actor.await(connection.callLater(int.class, "say", "y")))).isEqualTo(2);
        assertThat(act(actor -> connection.call("listeners"))).isEqualTo(1);
        assertCode(() -> act(actor -> connection.call("fail")), "user", "failed");
        assertThat(TRACE.stream().filter(line -> line.startsWith("connected"))).hasSize(1);
        TestPlatform.until(() -> TRACE.contains("heard y"));
    }

    @Test
    void whatIsSaidOnceAndWhatIsTakenBack() throws Exception {
        act(actor -> {
            ActorConnection connection = actor.client().get("speaker", "key", "s").connect();
            made.add(connection);
            connection.once("said", event -> TRACE.add("once " + event.argument(0, Heard.class).what() + " of " + event.size()));
            ActorConnection.Subscription all = connection.on("said", event -> TRACE.add("all " + event.argument(1, String.class)));
            connection.call("say", "a");
            connection.call("say", "b");
            all.close();
            return connection.call("say", "c");
        });
        act(actor -> made.getFirst().call("listeners"));
        TestPlatform.until(() -> TRACE.stream().filter("all more"::equals).count() == 2);
        assertThat(TRACE).filteredOn(line -> line.startsWith("once")).containsExactly("once a of 2");
        act(actor -> {
            made.getFirst().close();
            return null;
        });
        TestPlatform.until(() -> TRACE.contains("disconnected") && made.getFirst().status() == Status.CLOSED);
        assertCode(() -> act(actor -> made.getFirst().call("listeners")), "client", "connection_closed");
    }

    @Test
    void oneThatIsRefusedIsToldWhy() throws Exception {
        assertCode(() -> act(actor -> {
            ActorConnection connection = actor.client().get("speaker", "key", "s").withParams("nobody").connect();
            made.add(connection);
            connection.onError(error -> TRACE.add("told " + error.code()));
            connection.awaitOpen();
            return null;
        }), "user", "refused");
        TestPlatform.until(() -> TRACE.contains("told refused") && made.getFirst().status() == Status.CLOSED);
    }

    @Test
    void itComesBackWithItsSubscriptions() throws Exception {
        connect();
        act(actor -> {
            made.getFirst().onStatus(status -> TRACE.add("status " + status));
            return null;
        });
        platform.putToSleep("s");
        TestPlatform.until(() -> TRACE.contains("status DISCONNECTED"));
        platform.start("speaker", "s");
        TestPlatform.until(() -> made.getFirst().status() == Status.CONNECTED);
        // it is connected before what it listens to has reached the other again
        TestPlatform.until(() -> {
            say("again");
            return TRACE.contains("heard again");
        });
    }

    private void say(String what) {
        try {
            platform.call("s", "say", what);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itEndsWithItsActorAndNothingIsLeft() throws Exception {
        connect();
        platform.stop("l", StopCause.LOST);
        TestPlatform.until(() -> TRACE.contains("disconnected") && made.getFirst().status() == Status.CLOSED);
        assertThat(platform.call("s", "listeners")).isEqualTo(1);
    }
}
