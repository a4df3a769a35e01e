package rivet.engine.gateway;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import rivet.spi.engine.SocketListener;

/**
 * What came from a client, on its way to the actor: numbered from 1, in order, one at a time, kept while there is no actor; and if the socket hibernates, kept until
 * it is acknowledged, to come again for the next listener (spec/core.md 5.5). When too much is kept, the client has to wait.
 * <p>
 * Invariants: only the thread that set {@code busy} calls a listener, and it looks for the listener anew before each call; whoever comes meanwhile leaves its event
 * behind. Whoever brings a listener sets it in the same step, or a frame that comes between would overtake those that are kept. Under the lock: every frame above {@code handedOn} is in {@code kept}; of the others those that hibernate and are not acknowledged.
 */
final class SocketInbox {

    private record Closed(int code, String reason) {}

    private final int mostFrames;
    private final long mostBytes;
    private final Runnable demand;
    private final Consumer<RuntimeException> broken;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private Map<Long, Object> kept = Map.of();
    private long bytes;
    private long last;
    private long handedOn;
    private SocketListener listener;
    private Closed end;
    private boolean hibernates;
    private boolean ends;
    private boolean detached;
    private boolean busy;
    private boolean starved;

    /**
     * Makes an inbox.
     *
     * @param mostFrames how many are kept
     * @param mostBytes how much
     * @param demand asks for the next frame, after one that left no room for another
     * @param broken is told what the actor's end threw
     */
    SocketInbox(int mostFrames, long mostBytes, Runnable demand, Consumer<RuntimeException> broken) {
        this.mostFrames = mostFrames;
        this.mostBytes = mostBytes;
        this.demand = demand;
        this.broken = broken;
    }

    // ------------------------------------------------------------------ the client's side

    void closed(int code, String reason) {
        lock.lock();
        try {
            if (end != null) {
                return;
            }
            end = new Closed(code, reason);
        } finally {
            lock.unlock();
        }
        work();
    }

    /** Takes in a {@link String} or {@link ByteBuffer}. Returns whether the next may come; if not, it is asked for later. */
    boolean take(Object frame) {
        SocketListener actor;
        long index;
        boolean more;
        lock.lock();
        try {
            if (end != null) {
                return false;
            }
            index = ++last;
            if (busy || listener == null || hibernates) {
                keep(index, frame);
                starved = isFull();
            }
            more = !starved;
            if (busy || listener == null) {
                return more;
            }
            actor = listener;
            busy = true;
            handedOn = index;
        } finally {
            lock.unlock();
        }
        deliver(actor, frame, index);
        goOn();
        return more;
    }

    private void keep(long index, Object frame) {
        if (kept.isEmpty() && !(kept instanceof HashMap)) {
            kept = new HashMap<>();
        }
        kept.put(index, frame);
        bytes += size(frame);
    }

    private boolean isFull() {
        return kept.size() >= mostFrames || bytes >= mostBytes;
    }

    // ------------------------------------------------------------------ the actor's side

    /** The actor is there: what was kept is handed on. Without effect if its generation has ended already, or another has resumed the socket. */
    void opened(SocketListener actor) {
        lock.lock();
        try {
            if (detached || listener != null) {
                return;
            }
            listener = actor;
            hibernates = actor.hibernates() && !ends;
            if (busy) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        goOn();
    }

    /** Another listener gets what comes, from the first frame that is not acknowledged. */
    void resume(SocketListener actor) {
        lock.lock();
        try {
            listener = actor;
            hibernates = true;
            detached = false;
            handedOn = kept.keySet().stream().mapToLong(index -> index - 1).min().orElse(last);
            if (busy) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        goOn();
    }

    /** The generation is over: there is no listener until the next resumes the socket. */
    void detach() {
        lock.lock();
        try {
            detached = true;
            listener = null;
            if (kept.isEmpty()) {
                kept = Map.of();
            }
        } finally {
            lock.unlock();
        }
    }

    /** It does not hibernate, whatever the listener says: what is not handed on yet is not kept for another. */
    void endWithGeneration() {
        lock.lock();
        try {
            ends = true;
            hibernates = false;
        } finally {
            lock.unlock();
        }
    }

    /** It is about to be offered to a generation. */
    void offered() {
        lock.lock();
        try {
            detached = false;
        } finally {
            lock.unlock();
        }
    }

    /** A frame is dealt with. */
    void acknowledge(long index) {
        boolean room;
        lock.lock();
        try {
            remove(index);
            room = hasRoomAgain();
        } finally {
            lock.unlock();
        }
        if (room) {
            demand.run();
        }
    }

    private void remove(long index) {
        Object frame = kept.isEmpty() ? null : kept.remove(index);
        bytes -= frame == null ? 0 : size(frame);
    }

    /**
     * Returns whether the client had to wait, and need not any longer: the next frame is to be asked for. Not before half of what there may be is gone, or each frame
     * would have a thread of its own woken.
     */
    private boolean hasRoomAgain() {
        if (!starved || kept.size() > mostFrames / 2 || bytes > mostBytes / 2 || end != null) {
            return false;
        }
        starved = false;
        return true;
    }

    boolean isDetached() {
        lock.lock();
        try {
            return detached;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no generation has the socket and a frame waits for one. */
    boolean waits() {
        lock.lock();
        try {
            return detached && !kept.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------------ between them

    private void work() {
        lock.lock();
        try {
            if (busy) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        goOn();
    }

    /** Hands on what is there. */
    private void goOn() {
        for (;;) {
            Object event;
            SocketListener actor;
            long index;
            boolean room;
            lock.lock();
            try {
                actor = listener;
                event = actor == null ? null : next();
                if (event == null) {
                    busy = false;
                    return;
                }
                index = handedOn;
                room = hasRoomAgain();
                if (event == end) {
                    // nothing comes after the end: what is left of the socket, in Jetty and in timers, must not keep the actor and its code
                    listener = null;
                }
            } finally {
                lock.unlock();
            }
            deliver(actor, event, index);
            if (room) {
                demand.run();
            }
        }
    }

    private Object next() {
        while (handedOn < last) {
            handedOn++;
            Object frame = kept.get(handedOn);
            if (frame != null) {
                if (!hibernates) {
                    remove(handedOn);
                }
                return frame;
            }
        }
        return end;
    }

    private static int size(Object event) {
        return event instanceof String text ? text.length() : event instanceof ByteBuffer data ? data.remaining() : 0;
    }

    private void deliver(SocketListener actor, Object event, long index) {
        try {
            switch (event) {
                case String text -> actor.text(text, index);
                case ByteBuffer data -> actor.binary(data.duplicate(), index);
                case Closed(var code, var reason) -> actor.closed(code, reason);
                default -> throw new AssertionError(event);
            }
        } catch (RuntimeException e) {
            broken.accept(e);
        }
    }
}
