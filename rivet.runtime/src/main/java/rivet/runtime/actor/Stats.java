package rivet.runtime.actor;

import java.util.concurrent.atomic.LongAdder;

/** Counts what an instance does. Turns are counted by the thread that holds them, the rest from any thread. */
final class Stats {

    private volatile long turns;
    private volatile long busyNanos;
    private volatile long lastActive;
    private long since;
    private final LongAdder errors = new LongAdder();

    void turnBegan(long now) {
        since = now;
    }

    /** A turn has ended; returns how long it took. */
    long turnEnded(long now) {
        long took = now - since;
        turns = turns + 1;
        busyNanos = busyNanos + took;
        lastActive = now;
        return took;
    }

    /** Something else than a turn has ended just now. */
    void touch(long now) {
        lastActive = now;
    }

    void error() {
        errors.increment();
    }

    long turns() {
        return turns;
    }

    long busyNanos() {
        return busyNanos;
    }

    /** Returns when the last turn, or what else counts as activity, ended; 0 before. */
    long lastActive() {
        return lastActive;
    }

    long errors() {
        return errors.sum();
    }
}
