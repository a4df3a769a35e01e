package rivet.bench.scenario;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Work on a thread of its own, beside what is measured. */
final class Background {

    /** What it does. */
    interface Work {
        void run() throws Exception;
    }

    private final FutureTask<Void> task;

    Background(Work work) {
        Callable<Void> call = () -> {
            work.run();
            return null;
        };
        task = new FutureTask<>(call);
        Thread.ofPlatform().name("beside").daemon().start(task);
    }

    /** Waits for its end, and throws what it threw. */
    void join() throws Exception {
        task.get();
    }
}
