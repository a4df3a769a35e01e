package rivet.test.storage;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets time pass: that of the world or that of a simulation. */
@FunctionalInterface
public interface Later {

    /** Runs something after a time; without delay if that is zero, if possible on the calling thread. */
    void run(Duration delay, Runnable action);

    /** Returns a stage that completes after a time. */
    default CompletionStage<Void> after(Duration delay) {
        CompletableFuture<Void> passed = new CompletableFuture<>();
        if (delay.isZero()) {
            passed.complete(null);
        } else {
            run(delay, () -> passed.complete(null));
        }
        return passed;
    }

    /** Passes the time of real timers. */
    static Later by(ScheduledExecutorService timers) {
        return (delay, action) -> timers.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
}
