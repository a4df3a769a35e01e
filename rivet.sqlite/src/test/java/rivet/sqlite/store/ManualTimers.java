package rivet.sqlite.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Timers whose time a test moves. */
final class ManualTimers extends ScheduledThreadPoolExecutor {

    private final List<Timer> timers = new ArrayList<>();
    private long now;
    private boolean refusing;

    private final class Timer extends FutureTask<Void> implements RunnableScheduledFuture<Void> {
        private final long at;

        Timer(Runnable action, long at) {
            super(action, null);
            this.at = at;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - now, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean isPeriodic() {
            return false;
        }
    }

    ManualTimers() {
        super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
        if (refusing) {
            throw new RejectedExecutionException("by the test");
        }
        Timer timer = new Timer(action, now + unit.toNanos(delay));
        timers.add(timer);
        return timer;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> action, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    void refuse() {
        refusing = true;
    }

    long armed() {
        return timers.stream().filter(timer -> !timer.isDone()).count();
    }

    void advance(long millis) {
        long until = now + TimeUnit.MILLISECONDS.toNanos(millis);
        for (Timer next = next(until); next != null; next = next(until)) {
            now = Math.max(now, next.at);
            timers.remove(next);
            next.run();
        }
        now = until;
    }

    private Timer next(long until) {
        return timers.stream().filter(timer -> timer.at <= until).min(Comparator.naturalOrder()).orElse(null);
    }
}
