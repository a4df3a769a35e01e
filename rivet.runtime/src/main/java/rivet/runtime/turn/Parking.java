package rivet.runtime.turn;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;

/** The one place of the runtime that blocks threads. */
public final class Parking {

    private Parking() {}

    /** Parks the calling thread, whose task is suspended, until the turn is handed to it. An interrupt is kept for later. */
    static void untilGranted(Task task) {
        boolean interrupted = false;
        while (!task.granted) {
            LockSupport.park(task);
            interrupted |= Thread.interrupted();
        }
        task.granted = false;
        restore(interrupted);
    }

    /** Hands the turn to a parked task. */
    static void grant(Task task) {
        Thread thread = task.thread; // fixed while the task is parked
        task.granted = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits for a stage while holding the turn: for statements and for room, which are no await points. Whoever completes the stage bounds the
     * wait. An interrupt does not end it; it is kept for later.
     */
    public static void untilDone(CompletionStage<?> stage) {
        untilDone(stage, () -> { });
    }

    /**
     * Waits as {@link #untilDone(CompletionStage)} does.
     *
     * @param onInterrupt is run, once, if the thread is interrupted meanwhile or was before
     */
    public static void untilDone(CompletionStage<?> stage, Runnable onInterrupt) {
        CompletableFuture<?> future = stage.toCompletableFuture();
        if (future.isDone()) {
            return;
        }
        Thread thread = Thread.currentThread();
        future.whenComplete((value, error) -> LockSupport.unpark(thread));
        boolean interrupted = false;
        while (!future.isDone()) {
            LockSupport.park(future);
            if (Thread.interrupted() && !interrupted) {
                interrupted = true;
                onInterrupt.run();
            }
        }
        restore(interrupted);
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
