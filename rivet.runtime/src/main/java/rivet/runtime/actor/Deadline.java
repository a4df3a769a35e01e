package rivet.runtime.actor;

import java.time.Duration;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.time.Time;

/**
 * Interrupts a hook that takes too long (R-start-4). Such a hook has failed, whatever it does when it is interrupted.
 * <p>
 * Invariant, under {@code this}: it does not interrupt after {@link #end}, and that takes an interruption back that the hook has not noticed.
 */
final class Deadline {

    private final Instance instance;
    private final ActorTask task;
    private final RivetException error;
    private Time.Timer timer;
    private boolean over;
    private boolean fired;

    private Deadline(Instance instance, ActorTask task, String hook, Duration limit) {
        this.instance = instance;
        this.task = task;
        error = ErrorCode.ACTOR_CALLBACK_TIMED_OUT.error("callback_name", hook, "duration_ms", limit.toMillis());
        timer = instance.cell().platform().time().after(limit, this::fire);
    }

    /**
     * Runs a hook within a time.
     *
     * @throws Exception what the hook threw, or {@code actor.callback_timed_out} if its time was over before it ended
     */
    static void run(Instance instance, ActorTask task, String name, Duration limit, Hook hook) throws Exception {
        Deadline deadline = new Deadline(instance, task, name, limit);
        try {
            hook.run();
        } catch (Throwable thrown) {
            if (deadline.end() && (Failures.isInterruption(thrown) || Failures.unwrap(thrown) == deadline.error)) {
                throw deadline.error;
            }
            throw thrown;
        }
        if (deadline.end()) {
            throw deadline.error;
        }
    }

    /** Runs a hook that the actor has, within a time; see {@link #run}. */
    static void runIfThere(Instance instance, ActorTask task, String name, Duration limit, Hook hook) throws Exception {
        if (instance.definition().overrides(name)) {
            run(instance, task, name, limit, hook);
        }
    }

    private synchronized void fire() {
        if (!over) {
            fired = true;
            instance.interrupt(task, error);
            Platform platform = instance.cell().platform();
            timer = platform.time().after(platform.limits().abandonAfter(), this::ignored);
        }
    }

    private void ignored() {
        synchronized (this) {
            if (over) {
                return;
            }
        }
        task.ignoresInterruption(instance, error);
    }

    /** Returns whether the time was over. */
    private synchronized boolean end() {
        if (!over) {
            over = true;
            timer.cancel();
            if (fired) {
                instance.turns().calm(task);
            }
        }
        return fired;
    }
}
