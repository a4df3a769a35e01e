package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.osgi.framework.Bundle;

import rivet.client.ActorConnection;
import rivet.client.ActorConnection.Status;
import rivet.client.ActorHandle;
import rivet.client.CreateOptions;
import rivet.client.Fetch;
import rivet.client.TypeRef;
import rivet.client.net.ClientOptions;
import rivet.client.net.ClientOptions.Encoding;
import rivet.client.net.RivetClient;
import rivet.error.RivetException;
import rivet.test.itest.actors.desk.Desk;

/** The Java client of other programs, against this platform. */
class NetworkClientTest extends InContainer {

    /** What the actor calls the same, in classes of its own. */
    public record Note(String text, long number, List<String> more) {}

    private Bundle actors;

    @BeforeEach
    void install() throws Exception {
        actors = ActorBundle.of("itest.desk", "1.0.0", "desk").start(context);
    }

    @AfterEach
    void uninstall() throws Exception {
        actors.uninstall();
        refresh(actors);
    }

    private RivetClient open(Encoding encoding) {
        return RivetClient.connect(address(), ClientOptions.DEFAULT.withEncoding(encoding));
    }

    private static void assertCode(ThrowingCallable call, String code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).isEqualTo(code));
    }

    @ParameterizedTest
    @EnumSource
    void actions(Encoding encoding) throws Exception {
        try (RivetClient rivet = open(encoding)) {
            ActorHandle desk = rivet.getOrCreate(Desk.TYPE, key);
            assertThat(desk.call(Note.class, "tell", new Note("ä", 1L << 40, List.of("m")))).isEqualTo(new Note("ä!", (1L << 40) + 1, List.of("m")));
            assertThat(desk.call(new TypeRef<Map<String, Object>>() {}, "tell", new Note("x", 1, List.of()))).containsEntry("text", "x!").containsEntry("number", 2);
            assertThat(desk.callLater(String.class, "input").get(20, TimeUnit.SECONDS)).isEqualTo("none");
            assertThat(desk.call(Void.class, "tell", new Note("x", 1, List.of()))).isNull();
            assertThat(desk.withParams("ü (1)").call(String.class, "params")).isEqualTo("ü (1)");
            assertThatThrownBy(() -> desk.call("fail")).isInstanceOfSatisfying(RivetException.class, e -> {
                assertThat(e.group() + "." + e.code() + " " + e.getMessage()).isEqualTo("user.failed failed");
                assertThat((Map<?, ?>) e.metadata().orElseThrow()).extracting("number").isEqualTo(7);
                assertThat(e.actor().orElseThrow().actorId()).isEqualTo(desk.resolve());
            });
            assertCode(() -> desk.call("nothing"), "actor.action_not_found");
            assertCode(() -> desk.withParams("rejected").call("input"), "user.not_you");
            assertCode(() -> desk.call("input", "x".repeat(70_000)), "message.incoming_too_long");
            assertCode(() -> desk.call(int.class, "input"), "actor.validation_error");
            assertThatThrownBy(() -> desk.callLater(Object.class, "fail").get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(RivetException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void keysAndIds(Encoding encoding) throws Exception {
        try (RivetClient rivet = open(encoding)) {
            CreateOptions input = CreateOptions.DEFAULT.withInput("given");
            assertThat(rivet.getOrCreate(Desk.TYPE, List.of(key, "in"), input).call(String.class, "input")).isEqualTo("given");
            ActorHandle made = rivet.create(Desk.TYPE, List.of(key, "made"), CreateOptions.DEFAULT.withInput("x".repeat(10_000)));
            assertThat(made.call(String.class, "input")).hasSize(10_000);
            assertThat(rivet.getForId(made.resolve()).call(String.class, "input")).hasSize(10_000);
            assertThat(rivet.get(Desk.TYPE, key, "made").resolve()).isEqualTo(made.resolve());
            assertCode(() -> rivet.create(Desk.TYPE, List.of(key, "made"), CreateOptions.DEFAULT), "actor.duplicate_key");
            assertCode(() -> rivet.get(Desk.TYPE, key, "nobody").call("input"), "actor.not_found");
            assertCode(() -> rivet.getForId("0".repeat(30)).call("input"), "actor.not_found");
            assertCode(() -> rivet.getOrCreate("itest.unheard", key).call("input"), "actor.not_registered");
            String comma = rivet.getOrCreate(Desk.TYPE, List.of(key + ",comma"), CreateOptions.DEFAULT.withInput("comma")).call(String.class, "input");
            assertThat(comma).isEqualTo("comma");
            assertCode(() -> rivet.get(Desk.TYPE, key, "comma").resolve(), "actor.not_found");
        }
    }

    @ParameterizedTest
    @EnumSource
    void queueAndRequests(Encoding encoding) throws Exception {
        try (RivetClient rivet = open(encoding)) {
            ActorHandle desk = rivet.getOrCreate(Desk.TYPE, key);
            desk.send("jobs", "one");
            assertThat(desk.call(String.class, "work")).isEqualTo("one");
            CompletableFuture<String> worked = desk.callLater(String.class, "work");
            assertThat(desk.sendAndWait(String.class, "jobs", "two", Duration.ofSeconds(20)).response()).contains("did two");
            assertThat(worked.get(20, TimeUnit.SECONDS)).isEqualTo("two");
            assertThat(desk.sendAndWait(String.class, "jobs", "three", Duration.ofMillis(50)).timedOut()).isTrue();
            var answer = desk.fetch(Fetch.post("/path?a=b", "text/plain", "body"));
            assertThat(answer.status() + " " + answer.text()).isEqualTo("202 POST /path?a=b body");
            assertCode(() -> rivet.get(Desk.TYPE, key, "nobody").fetch(Fetch.get("/")), "actor.not_found");
        }
    }

    @ParameterizedTest
    @EnumSource
    void connections(Encoding encoding) throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (RivetClient rivet = open(encoding)) {
            ActorHandle desk = rivet.getOrCreate(Desk.TYPE, key).withParams("ü (1)");
            ActorConnection connection = desk.connect();
            connection.on("told", Note.class, note -> heard.add(note.text()));
            connection.once("told", event -> heard.add("once " + event.argument(1, long.class)));
            assertThat(connection.call(String.class, "params")).isEqualTo("ü (1)");
            assertThat(connection.status()).isEqualTo(Status.CONNECTED);
            assertThat(connection.connectionId()).isPresent();
            assertThat(connection.call(Note.class, "tell", new Note("a", 1, List.of())).number()).isEqualTo(2);
            desk.call("tell", new Note("b", 2, List.of()));
            Await.until("both events", () -> heard.contains("b"));
            assertThat(heard).containsExactlyInAnyOrder("a", "once 1", "b");
            assertCode(() -> connection.call("fail"), "user.failed");
            CompletableFuture<Object> hangs = connection.callLater(Object.class, "hang");
            connection.close();
            assertThatThrownBy(() -> hangs.get(20, TimeUnit.SECONDS)).hasMessageContaining("closed");
            assertThat(connection.status()).isEqualTo(Status.CLOSED);

            ActorConnection refused = desk.withParams("rejected").connect();
            assertCode(refused::awaitOpen, "user.not_you");
            assertThat(refused.status()).isEqualTo(Status.CLOSED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionOutlivesTheServer(Encoding encoding) throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (Cable cable = new Cable(address()); RivetClient rivet = RivetClient.connect(cable.address(), ClientOptions.DEFAULT.withEncoding(encoding))) {
            ActorHandle desk = rivet.getOrCreate(Desk.TYPE, key);
            ActorConnection connection = desk.connect();
            connection.onStatus(status -> heard.add(status.toString()));
            connection.on("told", Note.class, note -> heard.add(note.text()));
            connection.call("tell", new Note("before", 1, List.of()));
            CompletableFuture<Object> hangs = connection.callLater(Object.class, "hang");
            Await.until("the event", () -> heard.contains("before"));
            Await.until("the call to begin", () -> live(Desk.TYPE, key).filter(actor -> actor.running() == 1).isPresent());

            cable.cut();
            assertThatThrownBy(() -> hangs.get(20, TimeUnit.SECONDS)).hasMessageContaining("lost");
            assertCode(() -> desk.call("input"), "client.request_failed");
            assertCode(() -> connection.call("input"), "client.connection_open_failed");
            assertThat(connection.status()).isEqualTo(Status.DISCONNECTED);

            cable.mend();
            connection.awaitOpen();
            Await.until("another connection", () -> connection.status() == Status.CONNECTED);
            assertThat(desk.call(String.class, "input")).isEqualTo("none");
            desk.call("tell", new Note("after", 2, List.of()));
            Await.until("the event", () -> heard.contains("after"));
            assertThat(heard).containsSubsequence("CONNECTED", "before", "DISCONNECTED", "CONNECTED", "after");
        }
    }

    @Test
    void aClientThatIsClosedEndsWhatIsUnderWay() throws Exception {
        RivetClient rivet = open(Encoding.BARE);
        ActorHandle desk = rivet.getOrCreate(Desk.TYPE, key);
        ActorConnection connection = desk.connect();
        connection.awaitOpen();
        CompletableFuture<Object> hangs = desk.callLater(Object.class, "hang");
        rivet.close();
        assertThatThrownBy(() -> hangs.get(20, TimeUnit.SECONDS)).hasMessageContaining("closed");
        Await.until("its end", () -> connection.status() == Status.CLOSED);
        assertCode(() -> desk.call("input"), "client.closed");
    }

    @Test
    void endpointsAreAddressesOfServers() {
        assertThatThrownBy(() -> RivetClient.connect(URI.create("ftp://x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RivetClient.connect(URI.create("http://x/?q"))).isInstanceOf(IllegalArgumentException.class);
        URI named = URI.create("http://other%2Fspace:se%40cret@127.0.0.1:" + address().getPort());
        try (RivetClient rivet = RivetClient.connect(named)) {
            assertCode(() -> rivet.getOrCreate(Desk.TYPE, key).call("input"), "namespace.not_found");
        }
    }
}
