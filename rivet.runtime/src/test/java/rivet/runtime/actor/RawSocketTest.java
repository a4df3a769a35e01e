package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.UserError;
import rivet.actor.WebSocket;
import rivet.spi.engine.StopCause;

/** WebSockets that an actor has to itself (spec/core.md 5.7). */
class RawSocketTest {

    @TempDir
    Path folder;
    private TestPlatform platform;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);

    private final class Talker extends Actor<Void> {

        @Override
        protected void onBeforeConnect(Connection connection) {
            if (connection.request().target().contains("refuse")) {
                throw new UserError("no", "refused");
            }
        }

        @Override
        protected void onWebSocket(WebSocket socket) {
            String target = socket.connection().request().target();
            log.add("open " + target);
            if (target.contains("slow")) {
                begun.countDown();
                await(gate);
            }
            if (target.contains("fail")) {
                throw new UserError("no", "failed");
            }
            socket.onText(text -> text(socket, text));
            socket.onBinary(content -> socket.send(new byte[] { content[1], content[0] }));
            socket.onClose((code, reason) -> log.add("closed " + code + " " + reason));
            socket.send("hello");
        }

        private void text(WebSocket socket, String text) {
            switch (text) {
                case "bye" -> socket.close(4001, "because");
                case "bad" -> socket.close(1005, "");
                case "throw" -> throw new IllegalStateException("heard of it");
                default -> socket.send("echo:" + text);
            }
        }

        @Override
        protected void onDisconnect(Connection connection) {
            log.add("disconnect");
        }

        @Action
        public int connected() {
            return connections().size();
        }
    }

    @BeforeEach
    void open() throws Exception {
        platform = new TestPlatform(folder);
        platform.type("talker", Talker::new);
        platform.start("talker", "w");
    }

    @AfterEach
    void close() {
        gate.complete(null);
        platform.close();
    }

    @Test
    void framesPassAsTheyAreBothWays() throws Exception { // R-ws-2, R-ws-3
        var client = platform.dial("w", "/websocket/chat?x=1");
        client.listener.text("one");
        client.listener.binary(ByteBuffer.wrap(new byte[] { 1, 2 }));
        client.listener.text("two");
        List<Object> frames = client.await(4);
        assertThat(frames.get(0)).isEqualTo("hello");
        assertThat(frames.get(1)).isEqualTo("echo:one");
        assertThat((byte[]) frames.get(2)).containsExactly(2, 1);
        assertThat(frames.get(3)).isEqualTo("echo:two");
        assertThat(log).containsExactly("open /websocket/chat?x=1");
        assertThat(platform.call("w", "connected")).as("the socket and the call").isEqualTo(2);
    }

    @Test
    void framesThatComeBeforeTheHandlersWaitForThem() throws Exception { // R-ws-11
        var client = platform.dial("w", "/websocket/slow");
        begun.await();
        client.listener.text("1");
        client.listener.text("2");
        platform.call("w", "connected");
        assertThat(client.frames).isEmpty();
        gate.complete(null);
        assertThat(client.await(3)).containsExactly("hello", "echo:1", "echo:2");
    }

    @Test
    void moreFramesThanFitBeforeTheHandlersEndTheSocket() throws Exception {
        var client = platform.dial("w", "/websocket/slow");
        begun.await();
        for (int i = 0; i < 257; i++) {
            client.listener.text("x");
        }
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 actor.overloaded");
    }

    @Test
    void theEndIsHeardOfOnceAndBeforeTheDisconnectHook() throws Exception { // R-ws-7
        var client = platform.dial("w", "/websocket");
        client.await(1);
        client.listener.closed(1000, "done");
        TestPlatform.until(() -> log.contains("disconnect"));
        assertThat(log).containsExactly("open /websocket", "closed 1000 done", "disconnect");
        TestPlatform.until(() -> platform.callLater("w", "connected").join().equals(1));
    }

    @Test
    void theActorClosesWithACodeOfItsOwn() throws Exception { // R-ws-9
        var client = platform.dial("w", "/websocket");
        client.listener.text("bad");
        client.listener.text("bye");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("4001 because");
        TestPlatform.until(() -> log.contains("disconnect"));
        assertThat(log).contains("closed 4001 because");
    }

    @Test
    void whatAHandlerThrowsIsLoggedAndTheSocketGoesOn() throws Exception { // R-ws-5
        var client = platform.dial("w", "/websocket");
        client.listener.text("throw");
        client.listener.text("on");
        assertThat(client.await(2)).containsExactly("hello", "echo:on");
    }

    @ParameterizedTest
    @ValueSource(strings = {"refuse", "fail"})
    void whatTheHooksThrowClosesTheSocket(String how) throws Exception { // R-ws-1, R-ws-2
        var client = platform.dial("w", "/websocket/" + how);
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 user." + (how.equals("fail") ? "failed" : "refused"));
        TestPlatform.until(() -> platform.callLater("w", "connected").join().equals(1));
    }

    @Test
    void anActorWithoutTheHookClosesAtOnce() throws Exception {
        platform.type("bare", () -> new Actor<Void>() {});
        platform.start("bare", "b");
        assertThat(TestPlatform.await(platform.dial("b", "/websocket/x").closed)).isEqualTo("1011 actor.not_configured");
    }

    @Test
    void theActorHearsOfTheEndWhenItGoesToSleep() throws Exception { // R-ws-8
        var client = platform.dial("w", "/websocket");
        client.await(1);
        platform.stop("w", StopCause.SLEEP_INTENT);
        assertThat(TestPlatform.await(client.closed)).startsWith("1011 ");
        assertThat(log).containsSubsequence("closed 1011 actor.stopped", "disconnect");
    }

    @Test
    void pathsBesideAreNotTheActors() throws Exception {
        assertThat(TestPlatform.await(platform.dial("w", "/websockets").closed)).startsWith("1011 actor.not_found");
    }
}
