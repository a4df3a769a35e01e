package rivet.runtime.client;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls listeners one after the other, in the order of what happened, each as a piece of its own for an executor.
 * <p>
 * Invariant, under {@code this}: {@code busy} is true exactly while a piece has been given to the executor and has not ended.
 */
final class Deliveries {

    private static final Logger log = LoggerFactory.getLogger(Deliveries.class);

    private final Executor executor;
    private final int limit;
    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private boolean busy;

    Deliveries(Executor executor, int limit) {
        this.executor = executor;
        this.limit = limit;
    }

    /** Adds a call; returns false if too many wait. */
    boolean add(Runnable call) {
        synchronized (this) {
            if (queue.size() >= limit) {
                return false;
            }
            queue.add(call);
            if (busy) {
                return true;
            }
            busy = true;
        }
        executor.execute(this::one);
        return true;
    }

    private void one() {
        Runnable call;
        synchronized (this) {
            call = queue.poll();
        }
        try {
            call.run();
        } catch (RuntimeException e) {
            log.error("a listener of a connection failed", e);
        }
        boolean more;
        synchronized (this) {
            more = busy = !queue.isEmpty();
        }
        if (more) {
            executor.execute(this::one);
        }
    }
}
