package rivet.runtime.actor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketId;
import rivet.spi.engine.SocketListener;

/** A client and the gateway that keeps its socket while the actor sleeps: frames are kept until they are acknowledged. */
final class StayingClient implements HibernatingSocket {

    private final SocketId id;
    private final SocketCall call;
    /** What came, decoded unless the socket is the actor's own. */
    final List<Object> messages = new CopyOnWriteArrayList<>();
    final List<Long> acknowledged = new CopyOnWriteArrayList<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    private final NavigableMap<Long, Object> kept = new TreeMap<>(); // guarded by this
    private SocketListener listener; // guarded by this
    private long last; // guarded by this
    private int nextId;
    private boolean endsWithGeneration; // guarded by this
    private int resumed; // guarded by this

    private StayingClient(int number, SocketCall call) {
        id = new SocketId(7, number);
        this.call = call;
    }

    static StayingClient connection(int number) {
        return new StayingClient(number, new SocketCall("/connect", Map.of("cookie", List.of("a=b")), List.of("rivet", "rivet_encoding.bare",
            "rivet_conn_params.%7B%22name%22%3A%22n" + number + "%22%7D")));
    }

    static StayingClient raw(int number) {
        return raw(number, "/websocket/chat?x=1");
    }

    static StayingClient raw(int number, String target) {
        return new StayingClient(number, new SocketCall(target, Map.of(), List.of("rivet", "rivet_encoding.bare")));
    }

    SocketCall call() {
        return call;
    }

    /** The actor took it. */
    synchronized void opened(SocketListener actor) {
        if (resumed == 0) {
            listener = actor;
            handOn(0);
        }
    }

    /** The generation is over. */
    synchronized void detach() {
        listener = null;
    }

    /** How often a listener resumed it. */
    synchronized int resumed() {
        return resumed;
    }

    /** Whether it was told not to stay. */
    synchronized boolean endsWithGeneration() {
        return endsWithGeneration;
    }

    /** How many frames are kept. */
    synchronized int kept() {
        return kept.size();
    }

    private void handOn(long after) {
        new ArrayList<>(kept.tailMap(after, false).entrySet()).forEach(frame -> tell(frame.getValue(), frame.getKey()));
    }

    private void tell(Object frame, long index) {
        if (frame instanceof String text) {
            listener.text(text, index);
        } else {
            listener.binary(ByteBuffer.wrap((byte[]) frame), index);
        }
    }

    // ------------------------------------------------------------------ the client

    synchronized long send(Object frame) {
        kept.put(++last, frame);
        if (listener != null) {
            tell(frame, last);
        }
        return last;
    }

    long say(ToServer message) {
        return send(((Frame.Binary) ClientProtocol.encode(Encoding.BARE, message)).bytes());
    }

    long ask(String action, Object... arguments) {
        return say(new ToServer.ActionRequest(nextId++, action, List.of(arguments)));
    }

    long subscribe(String event) {
        return say(new ToServer.SubscriptionRequest(event, true));
    }

    /** The client goes. */
    synchronized void leave() {
        if (closed.complete("left") && listener != null) {
            listener.closed(1000, "left");
        }
    }

    List<Object> await(int count) throws Exception {
        TestPlatform.until(() -> messages.size() >= count);
        return messages;
    }

    /** Returns the answers in their order: outputs, and errors by their names. */
    List<Object> answers() {
        return messages.stream().filter(message -> message instanceof ToClient.ActionResponse || message instanceof ToClient.Error)
            .map(message -> message instanceof ToClient.ActionResponse answer ? answer.output() : name((ToClient.Error) message)).toList();
    }

    private static String name(ToClient.Error error) {
        return error.group() + "." + error.code() + error.metadata().map(Object::toString).orElse("");
    }

    List<Object> awaitAnswers(int count) throws Exception {
        TestPlatform.until(() -> answers().size() >= count);
        return answers();
    }

    // ------------------------------------------------------------------ HibernatingSocket

    @Override
    public SocketId id() {
        return id;
    }

    @Override
    public void sendText(String text) {
        messages.add(text);
    }

    @Override
    public void sendBinary(byte[] data) {
        messages.add(call.target().startsWith("/connect") ? ClientProtocol.decodeToClient(Encoding.BARE, new Frame.Binary(data)) : data);
    }

    @Override
    public void close(int code, String reason) {
        if (closed.complete(code + " " + reason)) {
            SocketListener actor;
            synchronized (this) {
                actor = listener;
            }
            if (actor != null) {
                actor.closed(code, reason);
            }
        }
    }

    @Override
    public void acknowledge(long index) {
        synchronized (this) {
            kept.remove(index);
        }
        acknowledged.add(index);
    }

    @Override
    public synchronized void endWithGeneration() {
        endsWithGeneration = true;
    }

    @Override
    public synchronized void resume(SocketListener actor) {
        resumed++;
        listener = actor;
        handOn(0);
        if (closed.isDone()) {
            actor.closed(1000, "left");
        }
    }
}
