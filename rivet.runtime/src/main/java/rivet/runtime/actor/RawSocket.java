package rivet.runtime.actor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

import rivet.actor.Connection;
import rivet.actor.WebSocket;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;
import rivet.runtime.store.Output;

/** A WebSocket as the code of one instance sees it. Used by the thread that holds the turn. */
public final class RawSocket implements WebSocket {

    /** How the frames of an actor's code reach the client. Nothing blocks. */
    public interface Transport extends Conn.Transport {

        /** Sends a text frame. */
        void sendText(String text);

        /** Sends a binary frame. */
        void sendBinary(byte[] content);
    }

    private static final int EARLY = 256;

    private final Instance instance;
    private final Conn conn;
    private final Transport transport;
    private FrameHandler<String> text = content -> {};
    private FrameHandler<byte[]> binary = content -> {};
    private CloseHandler close = (code, reason) -> {};
    private boolean ready;
    private final Deque<Object> early = new ArrayDeque<>();

    RawSocket(Instance instance, Conn conn, Transport transport) {
        this.instance = instance;
        this.conn = conn;
        this.transport = transport;
    }

    @Override
    public Connection connection() {
        return instance.views().of(conn);
    }

    @Override
    public void onText(FrameHandler<String> handler) {
        instance.check("webSocket.onText");
        text = handler;
    }

    @Override
    public void onBinary(FrameHandler<byte[]> handler) {
        instance.check("webSocket.onBinary");
        binary = handler;
    }

    @Override
    public void onClose(CloseHandler handler) {
        instance.check("webSocket.onClose");
        close = handler;
    }

    @Override
    public void send(String content) {
        instance.check("webSocket.send");
        instance.output(new Sent(() -> transport.sendText(content)));
    }

    @Override
    public void send(byte[] content) {
        instance.check("webSocket.send");
        byte[] copy = content.clone();
        instance.output(new Sent(() -> transport.sendBinary(copy)));
    }

    @Override
    public void close(int code, String reason) {
        instance.check("webSocket.close");
        if (code != 1000 && (code < 3000 || code > 4999)) {
            throw ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "webSocket.close", "reason", "code " + code + " is not an application's");
        }
        instance.output(new CloseOutput(conn, code, reason));
    }

    /** Opens it: the author's code sets its handlers. */
    void open() throws Exception {
        instance.hooks().onWebSocket(this);
        ready = true;
        early.forEach(frame -> instance.submitUnlimited(new FrameTask(conn, frame)));
        early.clear();
    }

    private void handle(Object frame) throws Exception {
        if (ready) {
            if (frame instanceof String content) {
                text.handle(content);
            } else {
                binary.handle((byte[]) frame);
            }
        } else if (early.size() < EARLY) {
            early.add(frame);
        } else {
            instance.output(new CloseOutput(conn, 1011, ErrorCode.ACTOR_OVERLOADED.reason()));
        }
    }

    /** Tells that it is closed. */
    void closed() throws Exception {
        close.closed(conn.closeCode(), conn.closeReason());
    }

    private record Sent(Runnable send) implements Output {

        @Override
        public void release() {
            send.run();
        }

        @Override
        public void fail(RivetException error) {
            // what did not happen is not told of
        }
    }

    /** Handles one frame: a String or a byte[]. */
    static final class FrameTask extends ActorTask {

        private final Conn conn;
        private final Object frame;

        FrameTask(Conn conn, Object frame) {
            super("WebSocket frame", Optional.of(conn));
            this.conn = conn;
            this.frame = frame;
        }

        @Override
        protected TaskKind kind() {
            return TaskKind.WEBSOCKET_CALLBACK;
        }

        @Override
        protected void body(Instance running) throws Exception {
            // none after a restart: the socket is being closed
            Optional<RawSocket> socket = running.views().socket(conn);
            if (socket.isPresent() && conn.visible()) {
                socket.get().handle(frame);
            }
        }

        @Override
        protected void failed(Instance running, Throwable thrown) {
            Failures.log(thrown, running.cell().specifier(), what());
        }

        @Override
        protected void refused(RivetException reason) {
            conn.transport().ifPresent(transport -> transport.close(1011, reason.group() + "." + reason.code()));
        }
    }
}
