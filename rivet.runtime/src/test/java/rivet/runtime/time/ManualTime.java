package rivet.runtime.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.TreeSet;

/** Time that passes when the test says so; timers go off on the thread that lets it pass, in the order of their times. */
public final class ManualTime implements Time {

    private record Set(long at, long number, Runnable action) {}

    private final TreeSet<Set> timers = new TreeSet<>(Comparator.comparingLong(Set::at).thenComparingLong(Set::number)); // guarded by this
    private long numbers;
    private long now = 1_000_000_000L;
    private Duration offset = Duration.ZERO;

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        synchronized (this) {
            Set timer = new Set(now + Math.max(0, delay.toNanos()), numbers++, action);
            timers.add(timer);
            return () -> {
                synchronized (this) {
                    timers.remove(timer);
                }
            };
        }
    }

    /** Sets the wall clock, and nothing else. */
    public synchronized void setClock(Instant to) {
        offset = Duration.between(Instant.ofEpochSecond(0, now), to);
    }

    private synchronized Instant wall() {
        return Instant.ofEpochSecond(0, now).plus(offset);
    }

    /** Returns how many timers are set. */
    public synchronized int timers() {
        return timers.size();
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        long until = nanos() + time.toNanos();
        for (Set next = next(until); next != null; next = next(until)) {
            next.action.run();
        }
    }

    private synchronized Set next(long until) {
        if (timers.isEmpty() || timers.first().at > until) {
            now = until;
            return null;
        }
        Set next = timers.pollFirst();
        now = Math.max(now, next.at);
        return next;
    }

    @Override
    public Clock clock() {
        return new Clock() {

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return Clock.fixed(instant(), zone);
            }

            @Override
            public Instant instant() {
                return wall();
            }
        };
    }
}
