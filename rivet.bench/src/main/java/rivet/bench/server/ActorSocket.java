package rivet.bench.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/** One connection of a client to an actor. Jetty calls it from one thread at a time; events come from others. */
public final class ActorSocket implements Session.Listener.AutoDemanding {

    private static final int UNEXPECTED = 1011;

    private final Actor actor;
    private final ServerCodec codec;
    // written before the first message, which happens before every subscription
    private volatile Session session;

    ActorSocket(Actor actor, ServerCodec codec) {
        this.actor = actor;
        this.codec = codec;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        send(codec.init(actor.id(), Integer.toHexString(System.identityHashCode(this))));
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        receive(payload);
        callback.succeed();
    }

    @Override
    public void onWebSocketText(String text) {
        receive(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void receive(ByteBuffer message) {
        try {
            Request request = codec.message(message);
            if (request.subscription()) {
                actor.subscribe(this);
            } else {
                send(codec.response(request.id(), actor.call(request, codec)));
            }
        } catch (SQLException | RuntimeException e) {
            session.close(UNEXPECTED, e.toString(), Callback.NOOP);
        }
    }

    void event(int index, byte[] payload) {
        send(codec.event("tick", index, payload));
    }

    private void send(ByteBuffer message) {
        if (codec.text()) {
            session.sendText(StandardCharsets.UTF_8.decode(message).toString(), Callback.NOOP);
        } else {
            session.sendBinary(message, Callback.NOOP);
        }
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        actor.unsubscribe(this);
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        actor.unsubscribe(this);
    }
}
