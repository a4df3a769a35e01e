package rivet.engine.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A clock and the timers that go by it. Time passes only when the test says so; timers then run on the test's thread, in their order. */
public final class TestTime extends AbstractExecutorService implements ScheduledExecutorService, InstantSource {

    private final List<Timer> timers = new ArrayList<>();
    private long now = 1_800_000_000_000L;
    private long elapsed;
    private long counter;

    private final class Timer extends FutureTask<Object> implements ScheduledFuture<Object> {
        private final Runnable task;
        private final long period;
        private final long number = counter++;
        private long at;

        Timer(Runnable task, long delay, long period) {
            super(task, null);
            this.task = task;
            this.at = elapsed + delay;
            this.period = period;
        }

        void fire() {
            if (period > 0) {
                task.run();
                at += period;
            } else {
                run();
            }
        }

        @Override
        public boolean cancel(boolean interrupt) {
            synchronized (TestTime.this) {
                timers.remove(this);
            }
            return super.cancel(interrupt);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - elapsed, TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(at, ((Timer) other).at);
        }
    }

    @Override
    public synchronized Instant instant() {
        return Instant.ofEpochMilli(now);
    }

    @Override
    public synchronized long millis() {
        return now;
    }

    /** Sets the clock, which no timer notices. */
    public synchronized void setClock(Duration forward) {
        now += forward.toMillis();
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        long end;
        synchronized (this) {
            end = elapsed + time.toMillis();
        }
        for (Timer next = next(end); next != null; next = next(end)) {
            next.fire();
        }
        synchronized (this) {
            now += end - elapsed;
            elapsed = end;
        }
    }

    private synchronized Timer next(long end) {
        Timer next = timers.stream().filter(timer -> timer.at <= end)
            .min(Comparator.comparingLong((Timer timer) -> timer.at).thenComparingLong(timer -> timer.number)).orElse(null);
        if (next != null) {
            long reached = Math.max(elapsed, next.at);
            now += reached - elapsed;
            elapsed = reached;
            if (next.period == 0) {
                timers.remove(next);
            }
        }
        return next;
    }

    /** Returns how many timers run. */
    public synchronized int timers() {
        return timers.size();
    }

    private synchronized Timer add(Runnable task, long delay, long period) {
        Timer timer = new Timer(task, Math.max(0, delay), period);
        timers.add(timer);
        return timer;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(command, unit.toMillis(delay), 0);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new AssertionError("the engine schedules what returns nothing");
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return add(command, unit.toMillis(initialDelay), unit.toMillis(period));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return add(command, unit.toMillis(initialDelay), unit.toMillis(delay));
    }

    @Override
    public void shutdown() {
        shutdownNow();
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        timers.clear();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }

    @Override
    public void execute(Runnable command) {
        command.run();
    }
}
