package rivet.engine.gateway;

import java.util.concurrent.atomic.LongAdder;

/** What is on its way to all clients together: when it is too much, those who have most of it waiting are let go (see {@link SocketOutbox}). */
final class Backlog {

    /** About what a frame costs beside its content. */
    private static final int FRAME = 128;

    private final long most;
    private final LongAdder bytes = new LongAdder();

    Backlog(long most) {
        this.most = most;
    }

    void add(int size) {
        bytes.add(size + FRAME);
    }

    void remove(int size) {
        bytes.add(-size - FRAME);
    }

    /** Returns whether nothing more is to be kept for those who have not taken what they were sent before. */
    boolean isFull() {
        return bytes.sum() > most;
    }

    long bytes() {
        return bytes.sum();
    }
}
