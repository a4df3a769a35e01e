package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.engine.testing.Await;
import rivet.engine.testing.FakeHost;
import rivet.engine.testing.TestServer;
import rivet.engine.testing.TestSocket;
import rivet.engine.testing.World;
import rivet.error.ErrorCode;
import rivet.spi.engine.ActorRecord.Status;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.SocketId;

/** Sockets that the gateway keeps while their actors sleep (spec/core.md 5.5). */
class HibernationTest {

    @TempDir
    Path folder;
    private World world;
    private TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<Actor> actors = new LinkedBlockingQueue<>();

    /** An actor's end, which acknowledges what begins with "ack". */
    private final class Actor extends NumberedListener {
        final HibernatingSocket socket;
        final List<String> got = new CopyOnWriteArrayList<>();

        Actor(HibernatingSocket socket) {
            this.socket = socket;
        }

        @Override
        public void text(String text, long index) {
            got.add(index + ":" + text);
            if (text.startsWith("ack")) {
                socket.acknowledge(index);
            }
        }

        @Override
        public void closed(int code, String reason) {
            got.add("closed " + code);
        }
    }

    @BeforeEach
    void open() throws Exception {
        world = new World(folder);
        server = new TestServer(PortLimits.DEFAULT, world.time);
        server.up(world);
        world.host().opener((id, call, socket) -> begun((HibernatingSocket) socket));
        world.host().resumer(socket -> socket.resume(begun(socket)));
    }

    @AfterEach
    void close() {
        server.close();
        client.shutdownNow();
        world.close();
        assertThat(world.host().faults()).isEmpty();
    }

    private Actor begun(HibernatingSocket socket) {
        Actor actor = new Actor(socket);
        actors.add(actor);
        return actor;
    }

    private Actor actor() throws InterruptedException {
        Actor actor = actors.poll(10, TimeUnit.SECONDS);
        assertThat(actor).as("a generation has the socket").isNotNull();
        return actor;
    }

    private TestSocket dial(String id) {
        return TestSocket.open(client, server.socketUri("/gateway/" + id + "/connect"), "rivet");
    }

    private void sleep(String id) throws InterruptedException {
        Await.get(world.actors().sleep(id, false));
        world.host().nextStop();
    }

    @Test
    void aFrameWakesTheActorAndComesWithItsNumber_R_hib_7() throws Exception {
        String id = world.running("a");
        TestSocket socket = dial(id);
        Actor first = actor();
        socket.send("ack one");
        Await.until("it came", () -> first.got.equals(List.of("1:ack one")));
        sleep(id);
        assertThat(world.snapshot(id).status()).isEqualTo(Status.SLEEPING);
        socket.send("two");
        assertThat(world.host().nextStart().start().generation()).isEqualTo(2);
        Actor second = actor();
        Await.until("it came", () -> second.got.equals(List.of("2:two")));
        assertThat(second.socket.id()).isEqualTo(first.socket.id());
        second.socket.sendText("still here");
        assertThat(socket.next()).isEqualTo("still here");
        assertThat(first.got).containsExactly("1:ack one");
    }

    @Test
    void whatIsNotAcknowledgedComesAgainAndWakesTheActorByItself() throws Exception {
        String id = world.running("a");
        TestSocket socket = dial(id);
        Actor first = actor();
        for (String text : List.of("one", "ack two", "three")) {
            socket.send(text);
        }
        Await.until("all came", () -> first.got.size() == 3);
        sleep(id);
        world.host().nextStart();
        Actor second = actor();
        Await.until("the rest came", () -> second.got.size() == 2);
        assertThat(second.got).containsExactly("1:one", "3:three");
        socket.send("four");
        Await.until("the next came", () -> second.got.size() == 3);
        assertThat(second.got).endsWith("4:four");
    }

    @Test
    void aSocketThatNobodyResumesIsClosed_R_hib_6() throws Exception {
        String id = world.running("a");
        TestSocket socket = dial(id);
        actor();
        sleep(id);
        world.host().resumer(any -> {});
        socket.send("hello");
        assertThat(socket.end().toString()).contains("1000").contains(ErrorCode.WS_META_NOT_FOUND_DURING_RESTORE.reason());
    }

    /** R-hib-2: the actor has said that this one is not to stay, after it was taken. */
    @Test
    void aSocketThatIsNotToStayEndsWithItsGeneration() throws Exception {
        world.host().opener((id, call, socket) -> {
            ((HibernatingSocket) socket).endWithGeneration();
            return begun((HibernatingSocket) socket);
        });
        String id = world.running("a");
        TestSocket socket = dial(id);
        Actor first = actor();
        socket.send("one");
        Await.until("it came", () -> first.got.equals(List.of("1:one")));
        sleep(id);
        socket.send("two");
        socket.socket().sendClose(1000, "done");
        Await.until("it is closed", () -> server.publicPort().sockets() == 0);
        assertThat(world.snapshot(id).status()).isEqualTo(Status.SLEEPING);
        world.host().resumer(any -> {
            throw new AssertionError("offered to the next generation");
        });
        dial(id);
        assertThat(world.host().nextStart().start().generation()).isEqualTo(2);
        assertThat(actor().socket.id()).isNotEqualTo(first.socket.id());
    }

    @Test
    void theEndOfASocketWakesTheActorOnce_R_hib_17() throws Exception {
        String id = world.running("a");
        TestSocket socket = dial(id);
        actor();
        sleep(id);
        socket.socket().sendClose(1000, "done");
        world.host().nextStart();
        Await.until("it runs", () -> world.snapshot(id).status() == Status.RUNNING);
        assertThat(actors).as("nobody is resumed").isEmpty();
    }

    @Test
    void whatWasSaidBeforeTheEndIsHeardBeforeIt() throws Exception {
        String id = world.running("a");
        TestSocket socket = dial(id);
        actor();
        sleep(id);
        world.host().gateStarts(true);
        socket.send("last words");
        FakeHost.Starting starting = world.host().nextStart();
        socket.socket().sendClose(1000, "done");
        Await.until("it is closed", () -> server.publicPort().sockets() == 0);
        starting.done().complete(null);
        Actor second = actor();
        Await.until("all is heard", () -> second.got.size() == 2);
        assertThat(second.got).containsExactly("1:last words", "closed 1000");
    }

    @Test
    void moreThanFitsWaitsAtTheClient_R_hib_19() throws Exception {
        String id = world.running("a");
        TestSocket socket = dial(id);
        actor();
        sleep(id);
        world.host().gateStarts(true);
        int frames = 5_000;
        for (int i = 1; i <= frames; i++) {
            socket.send("ack " + i);
        }
        world.host().nextStart().done().complete(null);
        Actor second = actor();
        Await.until("all came", () -> second.got.size() == frames);
        assertThat(second.got).startsWith("1:ack 1").endsWith(frames + ":ack " + frames);
    }

    @Test
    void theDestroyedActorsSocketsAreClosed() throws Exception {
        String id = world.running("a");
        TestSocket socket = dial(id);
        actor();
        sleep(id);
        Await.get(world.actors().destroyed(id));
        assertThat(socket.end().toString()).contains("1000");
    }

    @Test
    void namesOfSocketsAreDifferent_R_hib_1() throws Exception {
        String id = world.running("a");
        dial(id);
        dial(id);
        SocketId one = actor().socket.id();
        SocketId other = actor().socket.id();
        assertThat(one).isNotEqualTo(other);
        assertThat(SocketId.of(one.gatewayBytes(), one.requestBytes())).isEqualTo(one);
        assertThat(one.gateway()).isEqualTo(other.gateway());
    }
}
