package rivet.engine.gateway;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import rivet.spi.engine.SocketListener;

/**
 * What came from a client, on its way to the actor: in order, one at a time, kept while there is no actor yet. When too much is kept,
 * the client has to wait.
 * <p>
 * Invariant: only the thread that set {@code busy} calls the listener; whoever comes meanwhile leaves its event in the queue.
 */
final class SocketInbox {

    private static final int MOST_FRAMES = 1_024;
    private static final long MOST_BYTES = 4 * 1024 * 1024;

    private record Closed(int code, String reason) {}

    private final Runnable demand;
    private final Consumer<RuntimeException> broken;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private final ArrayDeque<Object> queue = new ArrayDeque<>(0);
    private long bytes;
    private SocketListener listener;
    private boolean busy;
    private boolean starved;
    private boolean over;

    /**
     * Makes an inbox.
     *
     * @param demand asks for the next frame, after one that left no room for another
     * @param broken is told what the actor's end threw
     */
    SocketInbox(Runnable demand, Consumer<RuntimeException> broken) {
        this.demand = demand;
        this.broken = broken;
    }

    void closed(int code, String reason) {
        lock.lock();
        try {
            if (over) {
                return;
            }
            over = true;
            queue.add(new Closed(code, reason));
            if (busy || listener == null) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        work();
    }

    /** The actor is there: what was kept is handed on. */
    void opened(SocketListener actor) {
        lock.lock();
        try {
            listener = actor;
            busy = true;
        } finally {
            lock.unlock();
        }
        work();
    }

    /** Takes in a {@link String} or {@link ByteBuffer}. Returns whether the next may come; if not, it is asked for later. */
    boolean take(Object event) {
        SocketListener actor;
        lock.lock();
        try {
            if (over) {
                return false;
            }
            if (busy || listener == null) {
                queue.add(event);
                bytes += size(event);
                starved = isFull();
                return !starved;
            }
            actor = listener;
            busy = true;
        } finally {
            lock.unlock();
        }
        deliver(actor, event);
        work();
        return true;
    }

    private boolean isFull() {
        return queue.size() >= MOST_FRAMES || bytes >= MOST_BYTES;
    }

    private void work() {
        for (;;) {
            Object event;
            SocketListener actor;
            boolean room;
            lock.lock();
            try {
                event = queue.poll();
                if (event == null) {
                    busy = false;
                    return;
                }
                actor = listener;
                bytes -= size(event);
                room = starved && !isFull();
                starved = starved && !room;
            } finally {
                lock.unlock();
            }
            deliver(actor, event);
            if (event instanceof Closed) {
                release();
                return;
            }
            if (room) {
                demand.run();
            }
        }
    }

    /** Nothing comes after the end. What is left of the socket, in Jetty and in timers, must not keep the actor and its code. */
    private void release() {
        lock.lock();
        try {
            listener = null;
            busy = false;
        } finally {
            lock.unlock();
        }
    }

    private static int size(Object event) {
        return event instanceof String text ? text.length() : event instanceof ByteBuffer data ? data.remaining() : 0;
    }

    private void deliver(SocketListener actor, Object event) {
        try {
            switch (event) {
                case String text -> actor.text(text);
                case ByteBuffer data -> actor.binary(data);
                case Closed(var code, var reason) -> actor.closed(code, reason);
                default -> throw new AssertionError(event);
            }
        } catch (RuntimeException e) {
            broken.accept(e);
        }
    }
}
