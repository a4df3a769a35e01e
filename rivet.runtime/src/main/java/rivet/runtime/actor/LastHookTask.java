package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

import rivet.error.RivetException;

/** The last hook of an instance: onSleep or onDestroy. What it throws is logged; what it changed is kept (R-stop-18). */
final class LastHookTask extends ActorTask {

    private final Hook hook;
    private final Duration limit;
    private final Consumer<Instance> after;

    /** Makes a task. */
    LastHookTask(String name, Duration limit, Hook hook) {
        this(name, limit, hook, running -> {
            // the hook is all
        });
    }

    /**
     * Makes a task.
     *
     * @param after what the platform does in the same turn, whether the hook failed or not
     */
    LastHookTask(String name, Duration limit, Hook hook, Consumer<Instance> after) {
        super(name, Optional.empty());
        this.hook = hook;
        this.limit = limit;
        this.after = after;
    }

    /** It is code of this very instance. */
    @Override
    protected boolean outlivesInstance() {
        return false;
    }

    @Override
    protected void body(Instance running) throws Exception {
        try {
            Deadline.runIfThere(running, this, what(), limit, hook);
        } finally {
            after.accept(running);
        }
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        Failures.log(thrown, running.cell().specifier(), what());
    }

    @Override
    protected void refused(RivetException reason) {
        // the instance ended by force
    }
}
