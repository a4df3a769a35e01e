package rivet.engine.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;

/**
 * What goes to a client and has not left yet: bounded. Jetty sends frames in the order of the calls, without blocking, several in one
 * write when they pile up.
 */
final class SocketOutbox {

    /** What a client may have waiting whatever the others have. */
    private static final int ALWAYS = 64 * 1024;

    private final CoreSession session;
    private final Backlog backlog;
    private final int mostFrames;
    private final long mostBytes;
    private final Runnable overflow;
    private final AtomicInteger frames = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    private final class Sent implements Callback {
        private final int size;

        Sent(int size) {
            this.size = size;
        }

        @Override
        public void succeeded() {
            release(size);
        }

        @Override
        public void failed(Throwable cause) {
            // the socket ends, which is told to the actor
            succeeded();
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }

    /**
     * Makes an outbox.
     *
     * @param backlog what is on its way to all clients
     * @param overflow is called when more than that is on its way
     */
    SocketOutbox(CoreSession session, Backlog backlog, int mostFrames, long mostBytes, Runnable overflow) {
        this.session = session;
        this.backlog = backlog;
        this.mostFrames = mostFrames;
        this.mostBytes = mostBytes;
        this.overflow = overflow;
    }

    void text(String text) {
        send(OpCode.TEXT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    void binary(byte[] data) {
        send(OpCode.BINARY, ByteBuffer.wrap(data));
    }

    /** Answers a ping, unless too much is on its way already. */
    void pong(ByteBuffer payload) {
        if (admit(payload.remaining())) {
            session.sendFrame(new Frame(OpCode.PONG, payload), new Sent(payload.remaining()), false);
        }
    }

    private void send(byte kind, ByteBuffer payload) {
        int size = payload.remaining();
        if (admit(size)) {
            session.sendFrame(new Frame(kind, payload), new Sent(size), false);
        } else {
            overflow.run();
        }
    }

    private boolean admit(int size) {
        boolean few = frames.incrementAndGet() <= mostFrames;
        long waiting = bytes.addAndGet(size);
        backlog.add(size);
        // one that is larger than everything is let through if it is alone
        if (few && (waiting == size || waiting <= mostBytes && (waiting <= ALWAYS || !backlog.isFull()))) {
            return true;
        }
        release(size);
        return false;
    }

    private void release(int size) {
        frames.decrementAndGet();
        bytes.addAndGet(-size);
        backlog.remove(size);
    }
}
