package rivet.runtime.time;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's time, with one thread for all timers. */
public final class SystemTime implements Time, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SystemTime.class);

    private final Clock clock = Clock.systemUTC();
    private final ScheduledThreadPoolExecutor timers;

    /** Starts the timer thread. */
    public SystemTime(ThreadFactory threads) {
        timers = new ScheduledThreadPoolExecutor(1, threads);
        timers.setRemoveOnCancelPolicy(true);
        timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        try {
            Future<?> future = timers.schedule(() -> run(action), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            // closed: whoever set the timer is about to end as well
            return () -> {};
        }
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            log.error("a timer failed", e);
        }
    }

    @Override
    public void close() {
        timers.shutdownNow();
    }
}
