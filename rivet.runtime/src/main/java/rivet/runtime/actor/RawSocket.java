package rivet.runtime.actor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

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
    private final Deque<FrameTask> early = new ArrayDeque<>();
    private final boolean restored;

    /** @param restored whether it was opened by an instance before */
    RawSocket(Instance instance, Conn conn, Transport transport, boolean restored) {
        this.restored = restored;
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
        early.forEach(frame -> instance.submitUnlimited(frame.again()));
        early.clear();
    }

    @Override
    public boolean isRestored() {
        return restored;
    }

    @Override
    public OptionalLong frameIndex() {
        instance.check("webSocket.frameIndex");
        return instance.scope().task() instanceof FrameTask task && task.conn == conn && task.held.isPresent() ? OptionalLong.of(task.held.get().index())
            : OptionalLong.empty();
    }

    /** Handles a frame; returns false if that is put off. */
    private boolean handle(FrameTask task) throws Exception {
        if (ready) {
            if (task.frame instanceof String content) {
                text.handle(content);
            } else {
                binary.handle((byte[]) task.frame);
            }
            return true;
        }
        if (early.size() < EARLY) {
            early.add(task);
            return false;
        }
        instance.output(new CloseOutput(conn, 1011, ErrorCode.ACTOR_OVERLOADED.reason()));
        return true;
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
        private final Optional<HeldFrame> held;

        /** @param held the frame as such, if the socket hibernates */
        FrameTask(Conn conn, Object frame, Optional<HeldFrame> held) {
            super("WebSocket frame", Optional.of(conn));
            this.conn = conn;
            this.frame = frame;
            this.held = held;
        }

        /** Returns a task for the same frame, which this one did not handle. */
        private FrameTask again() {
            return new FrameTask(conn, frame, held);
        }

        @Override
        protected boolean isLeftToNext() {
            return true;
        }

        @Override
        protected boolean outlivesInstance() {
            return held.isEmpty();
        }

        @Override
        protected TaskKind kind() {
            return TaskKind.WEBSOCKET_CALLBACK;
        }

        @Override
        protected void body(Instance running) throws Exception {
            if (held.isPresent() && !held.get().isCurrent()) {
                return;
            }
            boolean over = true;
            try {
                // none after a restart, if the socket is being closed
                Optional<RawSocket> socket = running.views().socket(conn);
                over = socket.isEmpty() || !conn.visible() || socket.get().handle(this);
            } finally {
                if (over) {
                    held.ifPresent(one -> {
                        one.handled(running);
                        running.output(one);
                    });
                }
            }
        }

        @Override
        protected void cutOff(RivetException reason) {
            held.ifPresent(one -> one.fail(reason));
        }

        @Override
        protected void failed(Instance running, Throwable thrown) {
            Failures.log(thrown, running.cell().specifier(), what());
        }

        @Override
        protected void refused(RivetException reason) {
            if (held.isPresent() && HeldFrame.comesAgainUnbegun(reason)) {
                return;
            }
            conn.transport().ifPresent(transport -> transport.close(1011, reason.group() + "." + reason.code()));
        }
    }
}
