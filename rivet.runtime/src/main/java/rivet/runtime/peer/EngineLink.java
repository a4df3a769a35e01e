package rivet.runtime.peer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.runtime.client.InOrder;
import rivet.runtime.client.Percent;
import rivet.runtime.client.Transport.Link;
import rivet.runtime.client.Transport.Listener;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Engine;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/**
 * A connection to an actor of this process's engine: what one side sends is what the other side hears. What goes to the actor goes in the order {@code toActor};
 * when either side has closed, neither is known here any more.
 */
final class EngineLink implements Link {

    private final InOrder toActor = new InOrder();
    private volatile Optional<Listener> client;
    // in the order of toActor
    private Optional<SocketListener> actor = Optional.empty();
    private List<Frame> early = new ArrayList<>(); // the actor may speak, and be answered, before it is known here
    private boolean closed;

    EngineLink(Listener listener) {
        client = Optional.of(listener);
    }

    void open(CompletionStage<String> id, Engine engine, Optional<String> params, Map<String, List<String>> headers) {
        List<String> subprotocols = new ArrayList<>(List.of("rivet", "rivet_encoding." + Encoding.BARE.wireName()));
        params.ifPresent(json -> subprotocols.add("rivet_conn_params." + Percent.encode(json)));
        SocketCall call = new SocketCall("/connect", headers, subprotocols);
        id.thenCompose(actorId -> engine.open(actorId, call, new ActorsEnd())).whenComplete((socket, failure) -> toActor.run(() -> opened(socket, failure)));
    }

    private void opened(SocketListener socket, Throwable failure) {
        if (failure != null) {
            closed(1011, reason(failure));
        } else if (closed) {
            socket.closed(1000, "");
        } else {
            actor = Optional.of(socket);
            early.forEach(frame -> hand(socket, frame));
        }
        early = List.of();
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RivetException named ? named.group() + "." + named.code() : "";
    }

    @Override
    public void send(Frame frame) {
        toActor.run(() -> {
            if (actor.isPresent()) {
                hand(actor.get(), frame);
            } else if (!closed) {
                early.add(frame);
            }
        });
    }

    private static void hand(SocketListener socket, Frame frame) {
        switch (frame) {
            case Frame.Text(String text) -> socket.text(text);
            case Frame.Binary(byte[] bytes) -> socket.binary(ByteBuffer.wrap(bytes));
        }
    }

    @Override
    public void close(int code, String reason) {
        client = Optional.empty();
        toActor.run(() -> closed(code, reason));
    }

    private void closed(int code, String reason) {
        if (closed) {
            return;
        }
        closed = true;
        Optional<SocketListener> socket = actor;
        actor = Optional.empty();
        socket.ifPresent(listening -> listening.closed(code, reason));
        Optional<Listener> listener = client;
        client = Optional.empty();
        listener.ifPresent(listening -> listening.closed(code, reason));
    }

    /** What the actor sends by. */
    private final class ActorsEnd implements ClientSocket {

        @Override
        public void sendText(String text) {
            client.ifPresent(listener -> listener.frame(new Frame.Text(text)));
        }

        @Override
        public void sendBinary(byte[] data) {
            client.ifPresent(listener -> listener.frame(new Frame.Binary(data)));
        }

        @Override
        public void close(int code, String reason) {
            toActor.run(() -> closed(code, reason));
        }
    }
}
