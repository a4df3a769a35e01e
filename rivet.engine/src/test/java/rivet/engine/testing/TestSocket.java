package rivet.engine.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client's WebSocket whose messages and end the test looks at. */
public final class TestSocket implements WebSocket.Listener {

    /** How it ended. */
    public record End(int code, String reason) {}

    private final BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    private WebSocket socket;

    private TestSocket() {}

    public static TestSocket open(HttpClient client, URI uri, String... subprotocols) {
        TestSocket one = new TestSocket();
        WebSocket.Builder builder = client.newWebSocketBuilder();
        if (subprotocols.length > 0) {
            builder.subprotocols(subprotocols[0], java.util.Arrays.copyOfRange(subprotocols, 1, subprotocols.length));
        }
        one.socket = Await.get(builder.buildAsync(uri, one));
        return one;
    }

    public WebSocket socket() {
        return socket;
    }

    public TestSocket send(String message) {
        Await.get(socket.sendText(message, true));
        return this;
    }

    public TestSocket send(byte[] message) {
        Await.get(socket.sendBinary(ByteBuffer.wrap(message), true));
        return this;
    }

    /** Returns the next message, a text or bytes. */
    public Object next() throws InterruptedException {
        Object next = messages.poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no message came; end: " + end);
        }
        return next;
    }

    public int unseen() {
        return messages.size();
    }

    public End end() {
        return Await.get(end);
    }

    public CompletableFuture<End> ending() {
        return end;
    }

    @Override
    public CompletionStage<?> onText(WebSocket one, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            messages.add(text.toString());
            text.setLength(0);
        }
        one.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket one, ByteBuffer data, boolean last) {
        byte[] part = new byte[data.remaining()];
        data.get(part);
        bytes.writeBytes(part);
        if (last) {
            messages.add(bytes.toByteArray());
            bytes.reset();
        }
        one.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket one, int code, String reason) {
        end.complete(new End(code, reason));
        return null;
    }

    @Override
    public void onError(WebSocket one, Throwable cause) {
        end.completeExceptionally(cause);
    }
}
