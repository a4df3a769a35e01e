package rivet.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits of components, which begin and end on the threads of the framework: each ends in time. */
final class Bounded {

    private Bounded() {}

    /** Returns what a stage gives; fails with a {@link TimeoutException} as its cause if it does not within the limit. */
    static <T> T join(CompletionStage<T> stage, ScheduledExecutorService timer, Duration limit) {
        CompletableFuture<T> future = stage.toCompletableFuture().copy();
        Future<?> tooLate = timer.schedule(() -> {
            future.completeExceptionally(new TimeoutException("not done within " + limit));
        }, limit.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return future.join();
        } finally {
            tooLate.cancel(false);
        }
    }
}
