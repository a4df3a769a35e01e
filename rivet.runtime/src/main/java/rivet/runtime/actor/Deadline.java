package rivet.runtime.actor;

import java.time.Duration;

import rivet.error.ErrorCode;
import rivet.runtime.time.Time;

/**
 * Interrupts a hook that takes too long (R-start-4).
 * <p>
 * Invariant, under {@code this}: it does not interrupt after {@link #close}, and close takes an interruption back that the hook has not noticed.
 */
final class Deadline implements AutoCloseable {

    private final Instance instance;
    private final ActorTask task;
    private final String hook;
    private final Duration limit;
    private final Time.Timer timer;
    private boolean over;
    private boolean fired;

    private Deadline(Instance instance, ActorTask task, String hook, Duration limit) {
        this.instance = instance;
        this.task = task;
        this.hook = hook;
        this.limit = limit;
        timer = instance.cell().platform().time().after(limit, this::fire);
    }

    /** Begins to watch a hook that the given task is about to run. */
    static Deadline of(Instance instance, ActorTask task, String hook, Duration limit) {
        return new Deadline(instance, task, hook, limit);
    }

    private synchronized void fire() {
        if (!over) {
            fired = true;
            instance.interrupt(task, ErrorCode.ACTOR_CALLBACK_TIMED_OUT.error("callback_name", hook, "duration_ms", limit.toMillis()));
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        timer.cancel();
        if (fired) {
            instance.turns().calm(task);
        }
    }
}
