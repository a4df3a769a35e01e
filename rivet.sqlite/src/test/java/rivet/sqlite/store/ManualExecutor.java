package rivet.sqlite.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Keeps tasks until a test runs them. */
final class ManualExecutor implements Executor {

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean rejecting;

    @Override
    public void execute(Runnable task) {
        if (rejecting) {
            throw new RejectedExecutionException("by the test");
        }
        tasks.add(task);
    }

    void reject() {
        rejecting = true;
    }

    int waiting() {
        return tasks.size();
    }

    void runNext() {
        tasks.remove().run();
    }

    void runAll() {
        while (!tasks.isEmpty()) {
            runNext();
        }
    }
}
