package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A timer that a test rings. */
class ManualTimer extends ScheduledThreadPoolExecutor {

    private final List<Runnable> bells = new ArrayList<>();
    private final Semaphore set = new Semaphore(0);
    private final Semaphore cancelled = new Semaphore(0);

    ManualTimer() {
        super(1);
        setRemoveOnCancelPolicy(true);
    }

    @Override
    public synchronized ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        bells.add(command);
        ScheduledFuture<?> scheduled = super.schedule(command, 1, TimeUnit.DAYS);
        set.release();
        return scheduled;
    }

    @Override
    public boolean remove(Runnable task) {
        boolean removed = super.remove(task);
        cancelled.release();
        return removed;
    }

    /** Waits until so many more bells were taken back. */
    void awaitCancelled(int count) throws InterruptedException {
        assertThat(cancelled.tryAcquire(count, 10, TimeUnit.SECONDS)).isTrue();
    }

    /** Waits until so many more bells have been set. */
    void awaitSet(int count) throws InterruptedException {
        assertThat(set.tryAcquire(count, 10, TimeUnit.SECONDS)).isTrue();
    }

    /** Rings all that were set. */
    synchronized void ring() {
        bells.forEach(Runnable::run);
        bells.clear();
    }

    /** Returns how many waits are under way. */
    int pending() {
        return getQueue().size();
    }
}
