package rivet.runtime.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import rivet.runtime.time.Time;

/**
 * Tells when the next schedule is due while the actor is awake (R-sched-40). Looks at the clock at least once a minute, so that one that was set is noticed.
 * <p>
 * Invariant, under {@code this}: there is a timer exactly while something is awaited, and it is not closed.
 */
public final class DueTimer {

    private static final Duration RECHECK = Duration.ofMinutes(1);
    /** Clocks are set back by less than this in the course of keeping time. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final Time time;
    private final Runnable onDue;
    private final Runnable onClockSetBack;
    private Optional<Instant> awaited = Optional.empty();
    private Optional<Time.Timer> timer = Optional.empty();
    private Instant lookedAt = Instant.MIN;
    private long lookedNanos;
    private boolean closed;

    /**
     * Makes a timer.
     *
     * @param onDue is called once for each time that is awaited, not under a lock
     * @param onClockSetBack is called when the clock was found to have been set back, not under a lock
     */
    public DueTimer(Time time, Runnable onDue, Runnable onClockSetBack) {
        this.time = time;
        this.onDue = onDue;
        this.onClockSetBack = onClockSetBack;
    }

    /** Awaits another time, or none. */
    public synchronized void await(Optional<Instant> at) {
        if (closed || awaited.equals(at)) {
            return;
        }
        awaited = at;
        timer.ifPresent(Time.Timer::cancel);
        timer = Optional.empty();
        at.ifPresent(due -> set(due, time.clock().instant()));
    }

    private void set(Instant due, Instant now) {
        lookedAt = now;
        lookedNanos = time.nanos();
        Duration left = now.isBefore(due) ? Duration.between(now, due) : Duration.ZERO;
        timer = Optional.of(time.after(left.compareTo(RECHECK) < 0 ? left : RECHECK, this::look));
    }

    private void look() {
        boolean due;
        boolean setBack;
        synchronized (this) {
            if (closed || awaited.isEmpty()) {
                return;
            }
            Instant now = time.clock().instant();
            Duration passed = Duration.between(lookedAt, now);
            setBack = Duration.ofNanos(time.nanos() - lookedNanos).minus(passed).compareTo(SLACK) > 0;
            due = !now.isBefore(awaited.get());
            if (due) {
                awaited = Optional.empty();
                timer = Optional.empty();
            } else {
                set(awaited.get(), now);
            }
        }
        if (setBack) {
            onClockSetBack.run();
        }
        if (due) {
            onDue.run();
        }
    }

    /** Tells nothing more. */
    public synchronized void close() {
        closed = true;
        timer.ifPresent(Time.Timer::cancel);
        timer = Optional.empty();
    }
}
