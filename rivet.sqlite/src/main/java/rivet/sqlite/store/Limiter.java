package rivet.sqlite.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Lets a bounded number of tasks run at once on an executor that others use too, and a bounded number wait.
 * <p>
 * Invariant: tasks wait only while {@code running} is at its limit, so each thread that ends a task finds the next one to run.
 */
final class Limiter {

    private final Executor executor;
    private final int most;
    private final int room;

    // guarded by this
    private final Deque<Runnable> waiting = new ArrayDeque<>(1);
    private int running;

    Limiter(Executor executor, int most, int room) {
        this.executor = executor;
        this.most = most;
        this.room = room;
    }

    /** Runs a task, which must not throw, now or later. Returns false if there is no room for it. */
    boolean offer(Runnable task) {
        synchronized (this) {
            if (running == most) {
                return waiting.size() < room && waiting.add(task);
            }
            running++;
        }
        try {
            executor.execute(() -> runFrom(task));
            return true;
        } catch (RejectedExecutionException e) {
            // another task may have begun to wait for this one's end
            runFrom(next());
            return false;
        }
    }

    private void runFrom(Runnable first) {
        for (Runnable task = first; task != null; task = next()) {
            task.run();
        }
    }

    private synchronized Runnable next() {
        Runnable task = waiting.poll();
        running -= task == null ? 1 : 0;
        return task;
    }
}
