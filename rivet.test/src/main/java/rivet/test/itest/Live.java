package rivet.test.itest;

import java.net.http.WebSocket;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.HttpError;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;

/** A client's connection to an actor (spec/wire.md 8), until it is closed by either side. */
final class Live implements WebSocket.Listener {

    /**
     * How a connection ended.
     *
     * @param code code of the close frame; 1006 if there was none
     * @param reason its reason
     */
    record End(int code, String reason) {}

    /** What calls fail with whose connection ended before they were answered: nobody knows whether they were done. */
    static final class Cut extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Cut(End end) {
            super(end.toString());
        }
    }

    private final CompletableFuture<Live> init = new CompletableFuture<>();
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final Map<Long, CompletableFuture<Client.Reply>> calls = new ConcurrentHashMap<>();
    private final Queue<ToClient.Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicLong ids = new AtomicLong();
    private final StringBuilder text = new StringBuilder(); // used by one call of the listener at a time
    private CompletableFuture<?> sent = CompletableFuture.completedFuture(null); // guarded by this: a socket takes one message at a time
    private volatile WebSocket socket;

    CompletableFuture<Live> opened(WebSocket opened) {
        socket = opened;
        return init;
    }

    /** Calls an action. */
    CompletableFuture<Client.Reply> call(String action, Object... arguments) {
        long id = ids.getAndIncrement();
        CompletableFuture<Client.Reply> reply = new CompletableFuture<>();
        calls.put(id, reply);
        send(new ToServer.ActionRequest(id, action, Arrays.asList(arguments)));
        // one that came too late for the end to find it
        end.thenAccept(ended -> reply.completeExceptionally(new Cut(ended)));
        return reply;
    }

    void subscribe(String event) {
        send(new ToServer.SubscriptionRequest(event, true));
    }

    /** Returns the events that came so far. */
    Queue<ToClient.Event> events() {
        return events;
    }

    /** Returns how it ends. */
    CompletableFuture<End> end() {
        return end;
    }

    void close() {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "Disposed");
    }

    private synchronized void send(ToServer message) {
        String frame = ((Frame.Text) ClientProtocol.encode(Encoding.JSON, message)).text();
        sent = sent.handle((done, failure) -> null).thenCompose(done -> socket.sendText(frame, true));
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            String frame = text.toString();
            text.setLength(0);
            message(ClientProtocol.decodeToClient(Encoding.JSON, new Frame.Text(frame)));
        }
        from.request(1);
        return null;
    }

    private void message(ToClient message) {
        switch (message) {
            case ToClient.Init _ -> init.complete(this);
            case ToClient.Event event -> events.add(event);
            case ToClient.ActionResponse(long id, Object output) -> answer(id, new Client.Reply(200, output, Optional.empty()));
            case ToClient.Error error -> {
                HttpError failure = new HttpError(error.group(), error.code(), error.message(), error.metadata(), error.actor());
                // one that is about the connection as a whole is followed by its end, which says the same
                error.actionId().ifPresent(id -> answer(id, new Client.Reply(500, null, Optional.of(failure))));
            }
        }
    }

    private void answer(long id, Client.Reply reply) {
        calls.remove(id).complete(reply);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        ended(new End(code, reason));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        ended(new End(1006, String.valueOf(error.getMessage())));
    }

    private void ended(End how) {
        end.complete(how);
        init.completeExceptionally(new Cut(how));
    }
}
