package rivet.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The platform threads of a component, which closes them. What waits for the workers is bounded by those who hand it in: answers of the
 * directory, of which a bounded number is under way.
 */
final class Threads implements AutoCloseable {

    private final ExecutorService workers;
    private final ScheduledThreadPoolExecutor timer;

    Threads(String name, int count) {
        workers = count == 0 ? null : Executors.newFixedThreadPool(count, factory(name));
        timer = new ScheduledThreadPoolExecutor(1, factory(name + "-timer"));
        // requests that were served leave nothing behind
        timer.setRemoveOnCancelPolicy(true);
    }

    private static ThreadFactory factory(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            // from whatever thread it is started: it takes over nothing that belongs to an actor's code
            Thread thread = Thread.ofPlatform().name(name + "-" + number.incrementAndGet()).daemon().inheritInheritableThreadLocals(false).unstarted(task);
            thread.setContextClassLoader(Threads.class.getClassLoader());
            return thread;
        };
    }

    Executor workers() {
        return workers;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /** Lets what was scheduled still happen, but for what repeats, and ends then. */
    void drain() {
        timer.shutdown();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        if (workers != null) {
            workers.shutdown();
        }
    }
}
