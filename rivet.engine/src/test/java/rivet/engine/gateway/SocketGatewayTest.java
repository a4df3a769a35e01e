package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.engine.testing.Await;
import rivet.engine.testing.RawClient;
import rivet.engine.testing.TestServer;
import rivet.engine.testing.TestSocket;
import rivet.engine.testing.TestSocket.End;
import rivet.engine.testing.World;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

class SocketGatewayTest { // spec/wire.md 8

    private static final String GET = "rvt-namespace=default&rvt-method=get";

    @TempDir
    Path folder;
    private World world;
    private TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<Actor> actors = new LinkedBlockingQueue<>();

    /** An actor's end. */
    private static class Actor implements SocketListener {
        final SocketCall call;
        final ClientSocket socket;
        final List<Object> got = Collections.synchronizedList(new ArrayList<>());
        final CompletableFuture<End> end = new CompletableFuture<>();
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger atOnce = new AtomicInteger();
        volatile CountDownLatch gate = new CountDownLatch(0);

        Actor(SocketCall call, ClientSocket socket) {
            this.call = call;
            this.socket = socket;
        }

        private void got(Object one) {
            atOnce.accumulateAndGet(inside.incrementAndGet(), Math::max);
            try {
                gate.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            got.add(one);
            inside.decrementAndGet();
        }

        @Override
        public void text(String text) {
            got(text);
            if (text.startsWith("close:")) {
                String[] words = text.split(":", 3);
                socket.close(Integer.parseInt(words[1]), words[2]);
            } else if (text.equals("throw")) {
                throw new IllegalStateException("secret");
            } else if (!text.startsWith("silent")) {
                socket.sendText("echo:" + text);
            }
        }

        @Override
        public void binary(ByteBuffer data) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            got(bytes);
            if (bytes.length == 0 || bytes[0] != 's') {
                socket.sendBinary(bytes);
            }
        }

        @Override
        public void closed(int code, String reason) {
            got("closed");
            if (!end.complete(new End(code, reason))) {
                throw new AssertionError("closed twice");
            }
        }
    }

    @BeforeEach
    void open() throws Exception {
        world = new World(folder);
        open(PortLimits.DEFAULT);
        world.host().opener((id, call, socket) -> {
            Actor actor = new Actor(call, socket);
            actors.add(actor);
            return actor;
        });
    }

    private void open(PortLimits limits) throws Exception {
        server = new TestServer(limits, world.time);
        server.up(world);
    }

    @AfterEach
    void close() {
        server.close();
        client.shutdownNow();
        world.close();
        assertThat(actors).allMatch(actor -> actor.atOnce.get() <= 1);
    }

    private TestSocket dial(String path, String... subprotocols) {
        return TestSocket.open(client, server.socketUri(path), subprotocols.length == 0 ? new String[] {"rivet"} : subprotocols);
    }

    private Actor actor() throws InterruptedException {
        Actor actor = actors.poll(10, TimeUnit.SECONDS);
        assertThat(actor).as("opened").isNotNull();
        return actor;
    }

    @Test
    void framesPassBothWaysInTheirOrder() throws Exception {
        String id = world.create("a");
        TestSocket socket = dial("/gateway/" + id + "@tok/websocket/chat/room?x=1&y=%20");
        assertThat(socket.socket().getSubprotocol()).isEqualTo("rivet");
        Actor actor = actor();
        assertThat(actor.call.target()).isEqualTo("/websocket/chat/room?x=1&y=%20");
        assertThat(socket.send("é😀").next()).isEqualTo("echo:é😀");
        assertThat((byte[]) socket.send(new byte[] {0, -1, 5}).next()).containsExactly(0, -1, 5);
        for (int i = 0; i < 500; i++) {
            actor.socket.sendText("push " + i);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(socket.next()).isEqualTo("push " + i);
        }
        byte[] large = new byte[3_000_000];
        assertThat((byte[]) socket.send(large).next()).hasSize(3_000_000);
    }

    @Test
    void theClientsGoodbyeReachesTheActorAndIsAnswered() throws Exception {
        TestSocket socket = dial("/gateway/" + world.create("a") + "/connect");
        Actor actor = actor();
        Await.get(socket.socket().sendClose(1000, "Disposed"));
        assertThat(Await.get(actor.end)).isEqualTo(new End(1000, "Disposed"));
        assertThat(socket.end()).isEqualTo(new End(1000, "Disposed"));
        Await.until("it is forgotten", () -> server.publicPort().sockets() == 0);
    }

    @ParameterizedTest
    @CsvSource({"4001, because, 4001, because", "1000, '', 1000, ''", "1005, x, 1000, x", "1006, x, 1011, x", "1011, auth.forbidden, 1011, auth.forbidden"})
    void theActorsGoodbyeReachesTheClientAfterWhatWasSaidBefore(int code, String reason, int seen, String seenReason) throws Exception {
        TestSocket socket = dial("/gateway/" + world.create("a") + "/connect");
        Actor actor = actor();
        actor.socket.sendText("last words");
        actor.socket.close(code, reason);
        actor.socket.sendText("too late");
        actor.socket.close(4000, "too late");
        assertThat(socket.next()).isEqualTo("last words");
        assertThat(socket.end()).isEqualTo(new End(seen, seenReason));
        assertThat(Await.get(actor.end).code()).isEqualTo(seen);
        assertThat(socket.unseen()).isZero();
    }

    @Test
    void anActorThatThrowsIsClosedAndMasked() throws Exception {
        TestSocket socket = dial("/gateway/" + world.create("a") + "/connect");
        socket.send("throw");
        assertThat(socket.end()).isEqualTo(new End(1011, "core.internal_error"));
    }

    @Test
    void whatIsWrongIsSaidByACloseFrame() throws Exception {
        assertThat(dial("/gateway/thing/connect?" + GET + "&rvt-key=zz").end()).isEqualTo(new End(1011, "actor.not_found"));
        assertThat(dial("/gateway/nonsense/connect").end()).isEqualTo(new End(1011, "core.internal_error"));
        assertThat(dial("/gateway/thing/connect?rvt-zz=1").end()).isEqualTo(new End(1011, "guard.query_invalid_params"));
        assertThat(dial("/gateway/thing/connect?rvt-namespace=no&rvt-method=get").end()).isEqualTo(new End(1011, "namespace.not_found"));
        assertThat(dial("/gateway//connect").end()).isEqualTo(new End(1011, "api.not_found"));
        assertThat(dial("/nope").end()).isEqualTo(new End(1011, "api.not_found"));
        assertThat(dial("/connect", "rivet", "rivet_target.actor").end()).isEqualTo(new End(1011, "guard.missing_header"));
        server.up(world, "", "secret");
        assertThat(dial("/gateway/" + world.create("a") + "/connect").end()).isEqualTo(new End(1011, "api.forbidden"));
        dial("/gateway/" + world.create("a") + "@secret/connect");
        actor();
        dial("/connect", "rivet", "rivet_target.actor", "rivet_actor." + world.create("a"), "rivet_token.secret");
        assertThat(actor().call.subprotocols()).containsExactly("rivet", "rivet_target.actor", "rivet_actor." + world.create("a"));
    }

    @Test
    void theSubprotocolIsRivetWheneverItIsOffered() throws Exception {
        String id = world.create("a");
        TestSocket routed = dial("/websocket/q?x=1", "rivet", "rivet_encoding.bare", "rivet_target.actor", "rivet_actor." + id,
            "rivet_skip_ready_wait", "rivet_conn_params.%7B%7D");
        assertThat(routed.socket().getSubprotocol()).isEqualTo("rivet");
        Actor actor = actor();
        assertThat(actor.call.target()).isEqualTo("/websocket/q?x=1");
        assertThat(actor.call.subprotocols()).contains("rivet_encoding.bare", "rivet_conn_params.%7B%7D");
        assertThat(actor.call.headers()).containsKey("host").doesNotContainKey("upgrade");
        TestSocket none = TestSocket.open(client, server.socketUri("/gateway/" + id + "/connect"));
        assertThat(none.socket().getSubprotocol()).isEmpty();
    }

    private static final String UPGRADE = " HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: rivet,rivet_encoding.json , x\r\n"
        + "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n";

    @ParameterizedTest
    @ValueSource(strings = {"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "Sec-WebSocket-Version: 13\r\n", "Connection: Upgrade\r\n"})
    void whatIsNoHandshakeIsRefused(String missing) throws Exception {
        try (RawClient raw = new RawClient(server.port())) {
            assertThat(raw.send("GET /gateway/" + world.create("a") + "/connect" + UPGRADE.replace(missing, "")).answer().status()).isEqualTo(400);
        }
    }

    private RawClient raw(String path) throws Exception {
        RawClient raw = new RawClient(server.port());
        var answer = raw.send("GET " + path + UPGRADE).answer();
        assertThat(answer.status()).as(path).isEqualTo(101);
        assertThat(answer.headers()).containsEntry("sec-websocket-protocol", "rivet").containsKey("x-rivet-ray-id")
            .doesNotContainKey("sec-websocket-extensions");
        return raw;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {
        "/gateway/ID/websocket/a%2Fb%5C ! /websocket/a%2Fb%5C",
        "/gateway/ID/websocket/a|b?c={d}|e ! /websocket/a|b?c={d}|e",
        "/gateway/ID/websocket/x?a=%zz ! /websocket/x?a=%zz",
        "/gateway/ID/websocket/../x;y ! /websocket/../x;y",
        "/gateway/ID/websocket/ ! /websocket/"})
    void anUpgradeIsNeverRefusedForItsAddress(String path, String seen) throws Exception {
        RawClient raw = raw(path.strip().replace("ID", world.create("a")));
        assertThat(actor().call.target()).isEqualTo(seen.strip());
        raw.abort();
    }

    private static byte[] frame(int first, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14).put((byte) first);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else {
            frame.put((byte) 0xff).putLong(payload.length);
        }
        byte[] bytes = new byte[frame.putInt(0).put(payload).position()];
        frame.flip().get(bytes);
        return bytes;
    }

    @Test
    void aClientThatIsCutOffIsToldToTheActor() throws Exception {
        RawClient raw = raw("/gateway/" + world.create("a") + "/connect");
        Actor actor = actor();
        raw.send(frame(0x81, "silent".getBytes(StandardCharsets.UTF_8)));
        Await.until("it came", () -> actor.got.size() == 1);
        raw.abort();
        assertThat(Await.get(actor.end).code()).isEqualTo(1006);
        assertThat(actor.got).containsExactly("silent", "closed");
        Await.until("it is forgotten", () -> server.publicPort().sockets() == 0);
    }

    @Test
    void aClientThatEndsItsHalfIsClosed() throws Exception {
        try (RawClient raw = raw("/gateway/" + world.create("a") + "/connect")) {
            Actor actor = actor();
            raw.endOutput();
            assertThat(Await.get(actor.end).code()).isEqualTo(1006);
        }
    }

    @Test
    void textThatIsNotUtf8IsRefused() throws Exception {
        RawClient raw = raw("/gateway/" + world.create("a") + "/connect");
        Actor actor = actor();
        raw.send(frame(0x81, new byte[] {(byte) 0xff, (byte) 0xfe}));
        assertThat(raw.read()).isEqualTo(0x88);
        raw.read();
        assertThat(raw.read() << 8 | raw.read()).isEqualTo(1007);
        raw.abort();
        assertThat(Await.get(actor.end).code()).isIn(1007, 1006);
        assertThat(actor.got).containsExactly("closed");
    }

    @Test
    void aMessageOverTheLimitIsRefused() throws Exception {
        server.close();
        PortLimits limits = PortLimits.DEFAULT;
        open(new PortLimits(limits.responseStart(), limits.requests(), limits.body(), limits.sockets(), limits.socketFrames(),
            limits.socketBytes(), limits.allSocketBytes(), 1_000, Duration.ofMillis(200)));
        String id = world.create("a");
        TestSocket socket = dial("/gateway/" + id + "/connect");
        Actor actor = actor();
        assertThat((byte[]) socket.send(new byte[1_000]).next()).hasSize(1_000);
        socket.send(new byte[1_001]);
        assertThat(socket.end().code()).isEqualTo(1009);
        assertThat(Await.get(actor.end).code()).isIn(1009, 1006);
        try (RawClient raw = raw("/gateway/" + id + "/connect")) {
            raw.send(frame(0x01, new byte[600])).send(frame(0x80, new byte[600]));
            assertThat(raw.read()).isEqualTo(0x88);
            raw.read();
            assertThat(raw.read() << 8 | raw.read()).isEqualTo(1009);
        }
    }

    @Test
    void whenAllHaveTooMuchWaitingThoseWhoDoNotReadAreLetGo() throws Exception {
        server.close();
        PortLimits limits = PortLimits.DEFAULT;
        open(new PortLimits(limits.responseStart(), limits.requests(), limits.body(), limits.sockets(), limits.socketFrames(), 64 << 20,
            8 << 20, limits.message(), Duration.ofMillis(300)));
        try (RawClient raw = raw("/gateway/" + world.create("a") + "/connect")) {
            Actor slow = actor();
            for (int i = 0; i < 1_000 && !slow.end.isDone(); i++) {
                slow.socket.sendBinary(new byte[64 * 1024]);
            }
            Await.get(slow.end);
            assertThat(raw.read()).isEqualTo(0x82);
        }
        TestSocket reads = dial("/gateway/" + world.create("b") + "/connect");
        Actor actor = actor();
        for (int i = 0; i < 100; i++) {
            actor.socket.sendBinary(new byte[128 * 1024]);
            assertThat((byte[]) reads.next()).hasSize(128 * 1024);
        }
    }

    @Test
    void messagesInPiecesAreWhole() throws Exception {
        try (RawClient raw = raw("/gateway/" + world.create("a") + "/connect")) {
            Actor actor = actor();
            raw.send(frame(0x01, "sil".getBytes(StandardCharsets.UTF_8))).send(frame(0x89, new byte[] {7}))
                .send(frame(0x80, "ent".getBytes(StandardCharsets.UTF_8)));
            assertThat(raw.read(3)).containsExactly(0x8a, 1, 7);
            Await.until("it came", () -> actor.got.contains("silent"));
        }
    }

    @Test
    void aClientThatDoesNotReadIsClosedInTheEnd() throws Exception {
        server.close();
        PortLimits limits = PortLimits.DEFAULT;
        open(new PortLimits(limits.responseStart(), limits.requests(), limits.body(), limits.sockets(), limits.socketFrames(), 1 << 20,
            limits.allSocketBytes(), limits.message(), Duration.ofMillis(300)));
        try (RawClient raw = raw("/gateway/" + world.create("a") + "/connect")) {
            Actor actor = actor();
            byte[] piece = new byte[64 * 1024];
            for (int i = 0; i < 1_000 && !actor.end.isDone(); i++) {
                actor.socket.sendBinary(piece);
            }
            Await.get(actor.end);
            assertThat(raw.read()).isEqualTo(0x82);
        }
        try (RawClient raw = raw("/gateway/" + world.create("a") + "/connect")) {
            Actor actor = actor();
            for (int i = 0; i < 200_000 && !actor.end.isDone(); i++) {
                actor.socket.sendBinary(new byte[0]);
            }
            Await.until("frames are bounded too, or the client took them", () -> actor.end.isDone() || raw != null);
        }
    }

    @Test
    void theReasonOfASlowReaderReachesOneThatReadsAgain() throws Exception {
        try (RawClient raw = raw("/gateway/" + world.create("a") + "/connect")) {
            Actor actor = actor();
            byte[] piece = new byte[1024 * 1024];
            for (int i = 0; i < 40; i++) {
                actor.socket.sendBinary(piece);
            }
            int frames = 0;
            for (int first = raw.read(); first == 0x82; first = raw.read()) {
                raw.read(9);
                raw.read(piece.length);
                frames++;
            }
            assertThat(frames).isLessThan(40);
            int length = raw.read();
            assertThat(raw.read() << 8 | raw.read()).isEqualTo(1011);
            assertThat(new String(raw.read(length - 2), StandardCharsets.UTF_8)).isEqualTo("guard.slow_reader");
            raw.send(frame(0x88, new byte[] {3, (byte) 0xf3}));
            assertThat(Await.get(actor.end).code()).isEqualTo(1011);
        }
    }

    @Test
    void framesThatComeBeforeTheActorIsReadyAreKept() throws Exception {
        world.host().gateStarts(true);
        String id = world.create("a");
        TestSocket socket = dial("/gateway/" + id + "/websocket/");
        IntStream.range(0, 100).forEach(i -> socket.send("m" + i));
        assertThat(actors).isEmpty();
        world.host().nextStart().done().complete(null);
        for (int i = 0; i < 100; i++) {
            assertThat(socket.next()).isEqualTo("echo:m" + i);
        }
        assertThat(actor().atOnce.get()).isEqualTo(1);
    }

    @Test
    void aClientThatSendsTooMuchTooSoonHasToWait() throws Exception {
        world.host().gateStarts(true);
        String id = world.create("a");
        TestSocket socket = dial("/gateway/" + id + "/websocket/");
        int count = 200;
        byte[] piece = "silent".repeat(40_000).getBytes(StandardCharsets.UTF_8);
        AtomicInteger sent = new AtomicInteger();
        CompletableFuture<Void> all = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < count; i++) {
                socket.send(piece);
                sent.incrementAndGet();
            }
        });
        Await.until("the client stands still", () -> {
            int before = sent.get();
            java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
            return sent.get() == before && before > 10;
        });
        assertThat(sent.get()).isLessThan(count);
        world.host().nextStart().done().complete(null);
        Await.get(all);
        Actor actor = actor();
        Await.until("all came", () -> actor.got.size() == count);
    }

    @Test
    void aSlowActorMakesItsClientWaitAndLosesNothing() throws Exception {
        TestSocket socket = dial("/gateway/" + world.create("a") + "/websocket/");
        Actor actor = actor();
        actor.gate = new CountDownLatch(1);
        IntStream.range(0, 50).forEach(i -> socket.send("silent" + i));
        Await.get(socket.socket().sendClose(1000, "bye"));
        actor.gate.countDown();
        assertThat(Await.get(actor.end)).isEqualTo(new End(1000, "bye"));
        assertThat(actor.got).hasSize(51).startsWith("silent0", "silent1").endsWith("silent49", "closed");
    }

    @Test
    void whoWaitsTooLongForAnActorIsClosed() throws Exception {
        world.host().gateStarts(true);
        String id = world.create("a");
        var start = world.host().nextStart();
        int timers = world.time.timers();
        TestSocket socket = dial("/gateway/" + id + "/connect");
        Await.until("it waits", () -> world.time.timers() > timers);
        world.time.pass(Duration.ofMillis(14_999));
        assertThat(socket.ending()).isNotDone();
        world.time.pass(Duration.ofMillis(2));
        assertThat(socket.end()).isEqualTo(new End(1011, "guard.actor_ready_timeout"));
        start.done().complete(null);
        assertThat(actors).isEmpty();
    }

    @Test
    void whoLeavesBeforeTheActorIsReadyIsToldToIt() throws Exception {
        world.host().gateStarts(true);
        String id = world.create("a");
        var start = world.host().nextStart();
        TestSocket socket = dial("/gateway/" + id + "/connect");
        socket.send("silent");
        Await.get(socket.socket().sendClose(1000, "bye"));
        socket.end();
        start.done().complete(null);
        Actor actor = actor();
        assertThat(Await.get(actor.end)).isEqualTo(new End(1000, "bye"));
        assertThat(actor.got).containsExactly("silent", "closed");
    }

    @Test
    void whatAGenerationRefusesIsHeldForTheNext() throws Exception {
        String id = world.running("a");
        world.host().refuse(true);
        TestSocket socket = dial("/gateway/" + id + "/connect");
        socket.send("m");
        Await.until("it is accepted", () -> server.publicPort().sockets() == 1);
        world.host().refuse(false);
        world.host().engine().intendSleep(id, 1);
        assertThat(socket.next()).isEqualTo("echo:m");
    }

    @Test
    void withoutAnEngineClientsAreAskedToComeBack() throws Exception {
        String id = world.create("a");
        TestSocket before = dial("/gateway/" + id + "/connect");
        Actor actor = actor();
        server.down();
        assertThat(before.end()).isEqualTo(new End(1001, "ws.going_away"));
        assertThat(Await.get(actor.end).code()).isEqualTo(1001);
        assertThat(dial("/gateway/" + id + "/connect").end()).isEqualTo(new End(1011, "guard.service_unavailable"));
        server.up(world);
        dial("/gateway/" + id + "/connect");
        actor();
    }

    @Test
    void aBoundedNumberOfSocketsIsOpen() throws Exception {
        server.close();
        PortLimits limits = PortLimits.DEFAULT;
        open(new PortLimits(limits.responseStart(), limits.requests(), limits.body(), 2, limits.socketFrames(), limits.socketBytes(),
            limits.allSocketBytes(), limits.message(), limits.closing()));
        String id = world.create("a");
        dial("/gateway/" + id + "/connect");
        TestSocket second = dial("/gateway/" + id + "/connect");
        actor();
        actor();
        assertThat(dial("/gateway/" + id + "/connect").end()).isEqualTo(new End(1011, "guard.rate_limit"));
        Await.get(second.socket().sendClose(1000, ""));
        Await.until("one left", () -> server.publicPort().sockets() == 1);
        dial("/gateway/" + id + "/connect");
        actor();
    }

    @Test
    void aSilentSocketStaysOpen() throws Exception {
        TestSocket socket = dial("/gateway/" + world.create("a") + "/connect");
        actor();
        // the server's idle timeout is 1.5 s for requests
        Await.get(new CompletableFuture<>().completeOnTimeout(null, 4, TimeUnit.SECONDS));
        assertThat(socket.send("x").next()).isEqualTo("echo:x");
    }

    @Test
    void aHandshakeThatIsNoneIsRefused() throws Exception {
        try (RawClient raw = new RawClient(server.port())) {
            assertThat(raw.send("GET /gateway/x/connect HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n").answer().status())
                .isGreaterThanOrEqualTo(400);
        }
        try (RawClient raw = new RawClient(server.port())) {
            assertThat(raw.send("POST /gateway/x/connect" + UPGRADE).answer().status()).isGreaterThanOrEqualTo(400);
        }
    }
}
