package rivet.bench;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import rivet.bench.client.BenchException;

/**
 * The one place that limits waiting: runs something on a thread of its own and interrupts it when it takes too long, which
 * ends reads of sockets by closing them.
 */
final class Bounded {

    private Bounded() {
    }

    static <T> T call(String what, Duration limit, Callable<T> work) throws InterruptedException {
        ExecutorService thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().name("bench " + what).daemon().factory());
        Future<T> future = thread.submit(work);
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new BenchException(what + ": " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new BenchException(what + " took more than " + limit.toSeconds() + " s", e);
        } finally {
            thread.shutdownNow();
        }
    }
}
