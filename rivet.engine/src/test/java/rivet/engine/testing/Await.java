package rivet.engine.testing;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting with a bound. */
public final class Await {

    private static final long BOUND = 15;

    private Await() {}

    /** Returns what a stage gives. */
    public static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(BOUND, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new AssertionError(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("did not come in time", e);
        }
    }

    /** Waits until something holds. */
    public static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("in vain waited until " + what);
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Lets others go on for a moment. */
    public static void pause() {
        LockSupport.parkNanos(2_000_000);
    }
}
