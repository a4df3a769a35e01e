package rivet.sqlite.store;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The end of the time of a database's open transaction. One timer serves one transaction after the other and is armed again only after it has
 * gone off, because arming and disarming one takes as long as a small transaction.
 * <p>
 * Invariant, under the monitor: while a transaction is open a timer is armed that goes off no later than its time ends, and {@code beyond} is how
 * long it then has left.
 */
final class Deadline {

    private final ScheduledExecutorService timers;

    // guarded by this
    private ScheduledFuture<?> timer;
    private Runnable expiry;
    private long beyond;

    Deadline(ScheduledExecutorService timers) {
        this.timers = timers;
    }

    /**
     * A transaction has begun. Throws {@link RejectedExecutionException} if there are no timers any more.
     *
     * @param expiry is run if it is still open when its time is over
     */
    synchronized void begin(Duration timeout, Runnable expiry) {
        long nanos = TimeUnit.NANOSECONDS.convert(timeout);
        long left = timer == null ? Long.MAX_VALUE : Math.max(0, timer.getDelay(TimeUnit.NANOSECONDS));
        if (nanos < left) {
            close();
            arm(nanos);
            left = nanos;
        }
        this.beyond = nanos - left;
        this.expiry = expiry;
    }

    /** The transaction is over. */
    synchronized void end() {
        expiry = null;
    }

    /** The database is closed. */
    synchronized void close() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void arm(long nanos) {
        timer = timers.schedule(this::goOff, nanos, TimeUnit.NANOSECONDS);
    }

    private void goOff() {
        Runnable expired = null;
        synchronized (this) {
            timer = null;
            if (expiry != null && beyond > 0) {
                arm(beyond);
                beyond = 0;
            } else {
                expired = expiry;
                expiry = null;
            }
        }
        if (expired != null) {
            expired.run();
        }
    }
}
