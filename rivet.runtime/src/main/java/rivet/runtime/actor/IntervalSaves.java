package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;

import rivet.runtime.time.Time;

/**
 * Saves the state of an actor with durability {@code interval}: no later than the interval after it changed, or sooner where that was asked for. The
 * bytes are taken in a turn of their own, so they are the state as some turn left it.
 * <p>
 * But for the timer's going off, used by the thread that holds the turn; {@code timer} is guarded by this.
 */
final class IntervalSaves {

    private final Instance instance;
    private final Time time;
    private final Duration interval;

    private boolean seen;
    private boolean dueNow;
    private long deadline;
    private Time.Timer timer;
    private boolean closed;

    IntervalSaves(Instance instance, Time time, Duration interval) {
        this.instance = instance;
        this.time = time;
        this.interval = interval;
    }

    /**
     * Hears that a turn ended.
     *
     * @param sawState whether its code may hold the state
     * @return the state if it is to be saved now
     */
    Optional<byte[]> turnEnded(boolean sawState) {
        seen |= sawState;
        if (dueNow) {
            dueNow = false;
            boolean all = seen;
            seen = sawState; // code that still runs may change it later
            cancel();
            return instance.state().changes(all);
        }
        if (instance.state().mayHaveChanged() || sawState) {
            within(interval);
        }
        return Optional.empty();
    }

    /** Makes sure that the state is saved within a time. */
    void within(Duration wait) {
        long wanted = time.nanos() + wait.toNanos();
        synchronized (this) {
            if (closed || timer != null && deadline - wanted <= 0) {
                return;
            }
            if (timer != null) {
                timer.cancel();
            }
            deadline = wanted;
            timer = time.after(wait, this::timeout);
        }
    }

    /** Makes the end of this turn save the state. */
    void now() {
        dueNow = true;
    }

    private void timeout() {
        synchronized (this) {
            timer = null;
        }
        instance.submitUnlimited(new PlatformTask("save", running -> now()));
    }

    private synchronized void cancel() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    synchronized void close() {
        closed = true;
        cancel();
    }
}
