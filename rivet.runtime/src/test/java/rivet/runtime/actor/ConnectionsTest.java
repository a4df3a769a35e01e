package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.UserError;
import rivet.protocol.client.ToClient;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.value.Undefined;

/** Clients that are connected. */
class ConnectionsTest extends ActorTest {

    public static final class Room extends Actor<Void> {

        public record Params(String user, boolean reject) {}

        public record Member(String user, int hits) {}

        @Override
        protected void onBeforeConnect(Connection connection) {
            Params params = connection.paramsOr(Params.class, new Params("", false));
            if (params.reject()) {
                throw new UserError("no", "rejected");
            }
            if (params.user().equals("stuck")) {
                TRACE.add("stuck");
                while (latch("hook").getCount() > 0) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        protected Object createConnState(Connection connection) {
            return new Member(connection.paramsOr(Params.class, new Params("anon", false)).user(), 0);
        }

        @Override
        protected void onConnect(Connection connection) {
            TRACE.add("connect " + connection.state(Member.class).user() + " of " + connections().size());
            connection.send("welcome", connection.id());
        }

        @Override
        protected void onDisconnect(Connection connection) {
            TRACE.add("disconnect " + connection.state(Member.class).user() + " of " + connections().size());
        }

        @Override
        protected boolean canSubscribe(Connection connection, String event) {
            if (event.equals("broken")) {
                throw new UserError("no", "unsubscribable");
            }
            return !event.equals("secret");
        }

        @Action
        public int hit() {
            caller().updateState(Member.class, m -> new Member(m.user(), m.hits() + 1));
            return caller().state(Member.class).hits();
        }

        @Action
        public void say(String text) {
            broadcast("said", text);
        }

        @Action
        public void kick() {
            caller().disconnect("go away");
        }
    }

    private void room() throws Exception {
        platform.type("room", Room::new);
        platform.start("room", "r");
    }

    @ParameterizedTest
    @CsvSource({"secret, auth.forbidden", "broken, user.unsubscribable"})
    void aSubscriptionMayBeRefused_R_evt_6(String event, String reason) throws Exception {
        room();
        TestPlatform.Client client = platform.connect("r");
        client.subscribe("said");
        client.subscribe(event);
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 " + reason);
    }

    @Test
    void connectionHooksInOrder_R_conn_1() throws Exception {
        room();
        TestPlatform.Client client = platform.connect("r", "rivet_conn_params.%7B%22user%22%3A%22ann%22%7D");
        client.await(2);
        assertThat(client.messages.get(0)).isInstanceOf(ToClient.Init.class);
        assertThat(client.messages.get(1)).isInstanceOfSatisfying(ToClient.Event.class, e -> assertThat(e.name()).isEqualTo("welcome"));
        client.call("hit");
        client.call("hit");
        client.await(4);
        assertThat(client.messages.get(3)).isEqualTo(new ToClient.ActionResponse(1, 2));
        client.close(1000, "bye");
        TestPlatform.until(() -> TRACE.contains("disconnect ann of 0"));
        assertThat(TRACE).containsExactly("connect ann of 1", "disconnect ann of 0");
    }

    @Test
    void aRefusedConnectionIsNeverSeen_R_conn_3() throws Exception {
        room();
        TestPlatform.Client client = platform.connect("r", "rivet_conn_params.%7B%22reject%22%3Atrue%7D");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 user.rejected");
        assertThat(client.messages).singleElement().isInstanceOfSatisfying(ToClient.Error.class, e -> {
            assertThat(e.code()).isEqualTo("rejected");
            assertThat(e.actionId()).isEmpty();
        });
        assertThat(TRACE).isEmpty();
    }

    @Test
    void anHttpCallIsAConnectionOfItsOwn_R_conn_16() throws Exception {
        room();
        assertThat(platform.call("r", "hit")).isEqualTo(1);
        assertThat(platform.call("r", "hit")).isEqualTo(1);
        TestPlatform.until(() -> TRACE.size() == 4);
        assertThat(TRACE).containsExactly("connect anon of 1", "disconnect anon of 0", "connect anon of 1", "disconnect anon of 0");
    }

    @Test
    void aFaultOfThePlatformEndsACallAtOnce() throws Exception {
        room();
        Map<String, List<String>> broken = new HashMap<>() {

            private static final long serialVersionUID = 1L;

            @Override
            public List<String> get(Object name) {
                if (name.equals("x-rivet-conn-params")) {
                    throw new IllegalStateException("no such luck");
                }
                return super.get(name);
            }
        };
        HttpCall call = new TestPlatform.Raw("POST", "/action/hit", broken, HttpBody.of("{\"args\":[]}".getBytes(StandardCharsets.UTF_8)));
        assertThat(platform.request("r", call).toCompletableFuture()).failsWithin(Duration.ofSeconds(10)).withThrowableThat()
            .withMessageContaining("no such luck");
    }

    @Test
    void eventsReachSubscribersOnly_R_evt_1() throws Exception {
        room();
        TestPlatform.Client one = platform.connect("r");
        TestPlatform.Client two = platform.connect("r");
        one.await(2);
        two.await(2);
        one.subscribe("said");
        platform.call("r", "say", "hello");
        one.call("say", "again");
        one.await(5);
        assertThat(one.messages.subList(2, 5)).containsExactly(new ToClient.Event("said", List.of("hello")), new ToClient.Event("said", List.of("again")),
            new ToClient.ActionResponse(0, Undefined.UNDEFINED));
        two.call("hit");
        two.await(3);
        assertThat(two.messages.get(2)).isEqualTo(new ToClient.ActionResponse(0, 1));
    }

    @Test
    void theActorMayCloseAConnection_R_conn_10() throws Exception {
        room();
        TestPlatform.Client client = platform.connect("r");
        client.await(2);
        client.call("kick");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1000 go away");
        TestPlatform.until(() -> TRACE.contains("disconnect anon of 0"));
    }

    @Test
    void connectionsOutliveARestartInPlace() throws Exception {
        counter();
        TestPlatform.Client client = platform.connect("a1");
        client.await(1);
        client.subscribe("newCount");
        platform.call("a1", "increment", 5);
        client.await(2);
        storage.fault = Fault.REFUSE;
        client.call("increment", 1);
        client.await(3);
        assertThat(client.messages.get(2)).isInstanceOfSatisfying(ToClient.Error.class, e -> assertThat(e.code()).isEqualTo("storage_failed"));
        storage.fault = Fault.NONE;
        client.call("increment", 1);
        client.await(5);
        assertThat(client.messages.subList(3, 5)).containsExactly(new ToClient.Event("newCount", List.of(6)), new ToClient.ActionResponse(1, 6));
        assertThat(client.closed).isNotDone();
    }

    @Test
    void undecodableAndOversizedMessagesCloseTheConnection_R_conn_40() throws Exception {
        counter("maxIncomingMessageSize", 100);
        TestPlatform.Client broken = platform.connect("a1");
        broken.await(1);
        broken.listener.binary(ByteBuffer.wrap(new byte[] { 9, 9, 9 }));
        assertThat(TestPlatform.await(broken.closed)).isEqualTo("1011 actor.invalid_request");
        TestPlatform.Client large = platform.connect("a1");
        large.await(1);
        large.call("x".repeat(100));
        assertThat(TestPlatform.await(large.closed)).isEqualTo("1011 message.incoming_too_long");
        assertThat(platform.call("a1", "get")).isEqualTo(0);
    }

    @Test
    void aResultThatIsTooLongIsAnErrorOfThatCall_R_conn_41() throws Exception {
        platform.type("stateless", Stateless::new, "maxOutgoingMessageSize", 100);
        platform.start("stateless", "s");
        TestPlatform.Client client = platform.connect("s");
        client.await(1);
        client.call("echo", "x".repeat(200));
        client.call("echo", "short");
        client.await(3);
        assertThat(client.messages.get(1)).isInstanceOfSatisfying(ToClient.Error.class, e -> assertThat(e.code()).isEqualTo("outgoing_too_long"));
        assertThat(client.messages.get(2)).isEqualTo(new ToClient.ActionResponse(1, "short"));
        assertCode(() -> platform.call("s", "echo", "x".repeat(200)), "message", "outgoing_too_long");
    }
}
