package rivet.engine.gateway;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.actor.Causes;
import rivet.engine.actor.HeldSocket;
import rivet.engine.actor.HeldSockets;
import rivet.error.RivetException;
import rivet.spi.engine.SocketId;
import rivet.spi.engine.SocketListener;

/**
 * A client's WebSocket. It is always accepted; what is wrong with it is said by a close frame with the reason {@code group.code}
 * (spec/wire.md 8). It belongs to the gateway, whatever becomes of the actor: while that sleeps nothing is left here but the ends of the connection.
 * <p>
 * Jetty hands in one frame for each that is asked for, one after another, but may tell of the end while another is going on.
 */
final class GatewaySocket implements FrameHandler, HeldSocket {

    /** A client that does not read: what is on its way to it has become too much. */
    static final String SLOW_READER = "guard.slow_reader";
    private static final Logger LOG = LoggerFactory.getLogger(GatewaySocket.class);

    private final Sockets sockets;
    private final Gateway gateway;
    private final SocketId id;
    private final MessageAssembler assembler;
    private final SocketInbox inbox;
    private final AtomicBoolean closing = new AtomicBoolean();
    /** Set before anything else happens. */
    private volatile CoreSession session;
    private volatile SocketOutbox outbox;
    private volatile boolean ended;
    /** What it was opened with, until the actor has been found; and its path for the log. */
    private Handshake handshake;
    private final String path;
    /** Set before a generation gets the socket. */
    private volatile HeldSockets keeper;
    private volatile long waitsSince;

    GatewaySocket(Sockets sockets, Gateway gateway, Handshake handshake) {
        this.sockets = sockets;
        this.gateway = gateway;
        this.handshake = handshake;
        this.path = Router.withoutToken(handshake.path());
        this.id = sockets.newId();
        this.inbox = new SocketInbox(sockets.limits().heldFrames(), sockets.limits().heldBytes(), this::demand, this::broken);
        this.assembler = new MessageAssembler(sockets.limits().message());
    }

    @Override
    public void onOpen(CoreSession opened, Callback callback) {
        session = opened;
        outbox = new SocketOutbox(opened, sockets.backlog(), sockets.limits().socketFrames(), sockets.limits().socketBytes(), this::overflow);
        callback.succeeded();
        demand();
        if (sockets.add(this)) {
            findActor();
        }
    }

    private void findActor() {
        CompletionStage<SocketListener> listener;
        Handshake opening = handshake;
        handshake = null;
        try {
            listener = gateway.open(opening, this);
        } catch (RuntimeException e) {
            refuse(e);
            return;
        }
        listener.whenComplete((actor, failure) -> {
            if (failure == null) {
                inbox.opened(actor);
            } else {
                refuse(failure);
            }
        });
    }

    private void refuse(Throwable failure) {
        Throwable cause = Causes.of(failure);
        RivetException error = Causes.named(cause);
        if (!(cause instanceof RivetException)) {
            LOG.error("Unexpected failure of a WebSocket to {}", path, cause);
        }
        close(CloseFrame.SERVER_ERROR, error.group() + "." + error.code());
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        switch (frame.getOpCode()) {
            case OpCode.PING -> {
                ByteBuffer payload = ByteBuffer.allocate(frame.getPayloadLength());
                if (frame.hasPayload()) {
                    payload.put(frame.getPayload());
                }
                outbox.pong(payload.flip());
                callback.succeeded();
                demand();
            }
            case OpCode.PONG -> {
                callback.succeeded();
                demand();
            }
            case OpCode.CLOSE -> callback.succeeded();
            default -> data(frame, callback);
        }
    }

    private void data(Frame frame, Callback callback) {
        Object message;
        try {
            message = assembler.add(frame);
        } catch (WebSocketException e) {
            // Jetty closes with the code that belongs to it
            callback.failed(e);
            return;
        }
        callback.succeeded();
        if (message == null) {
            demand();
            return;
        }
        boolean more = inbox.take(message);
        if (inbox.waits()) {
            // most often: not one generation is there to take it
            waited();
            keeper.wanted();
        }
        if (more) {
            demand();
        }
    }

    private void waited() {
        if (waitsSince == 0) {
            waitsSince = sockets.now();
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        LOG.debug("A WebSocket to {} broke: {}", path, cause.toString());
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        closing.set(true);
        ended = true;
        sockets.remove(this);
        callback.succeeded();
        // without a close frame the words are Jetty's, not the client's
        boolean said = status.getReason() != null && status.getCode() != CloseStatus.NO_CLOSE;
        inbox.closed(status.getCode(), said ? status.getReason() : "");
        if (keeper != null) {
            keeper.left(this);
        }
    }

    private void demand() {
        if (session.isInputOpen()) {
            session.demand();
        }
    }

    private void broken(RuntimeException cause) {
        LOG.error("Unexpected failure of an actor's end of a WebSocket to {}", path, cause);
        close(CloseFrame.SERVER_ERROR, "core.internal_error");
    }

    private void overflow() {
        close(CloseFrame.SERVER_ERROR, SLOW_READER);
    }

    // ------------------------------------------------------------------ while the actor sleeps

    @Override
    public SocketId id() {
        return id;
    }

    @Override
    public void offered(HeldSockets next) {
        keeper = next;
        inbox.offered();
    }

    @Override
    public void detach() {
        inbox.detach();
        if (inbox.waits()) {
            waited();
        }
    }

    @Override
    public boolean isDetached() {
        return inbox.isDetached();
    }

    @Override
    public boolean waits() {
        return inbox.waits();
    }

    @Override
    public long waitsSince() {
        return waitsSince;
    }

    @Override
    public void resume(SocketListener actor) {
        waitsSince = 0;
        inbox.resume(actor);
    }

    @Override
    public void endWithGeneration() {
        inbox.endWithGeneration();
        keeper.remove(this);
    }

    @Override
    public void acknowledge(long index) {
        inbox.acknowledge(index);
    }

    // ------------------------------------------------------------------ to the client

    @Override
    public void sendText(String text) {
        if (!closing.get()) {
            outbox.text(text);
        }
    }

    @Override
    public void sendBinary(byte[] data) {
        if (!closing.get()) {
            outbox.binary(data);
        }
    }

    @Override
    public void close(int code, String reason) {
        if (closing.compareAndSet(false, true)) {
            CloseFrame frame = CloseFrame.of(code, reason);
            session.close(frame.code(), frame.reason(), Callback.NOOP);
            // the frame leaves after those before it; a client that does not take it, or does not answer it, is cut off
            sockets.cutOffLater(this);
        }
    }

    /** Ends it without further words. */
    void cutOff() {
        if (!ended) {
            session.abort();
        }
    }
}
