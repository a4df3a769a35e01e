package rivet.runtime.actor;

import java.util.Optional;
import java.util.function.Consumer;

import rivet.error.RivetException;

/** Something that the platform does in a turn and of which nobody waits for the result. */
final class PlatformTask extends ActorTask {

    private final Consumer<Instance> action;
    private final boolean ofInstance;

    PlatformTask(String what, Consumer<Instance> action) {
        this(what, action, false);
    }

    private PlatformTask(String what, Consumer<Instance> action, boolean ofInstance) {
        super(what, Optional.empty());
        this.action = action;
        this.ofInstance = ofInstance;
    }

    /** Makes a task that runs code of the instance to which it is submitted, so that no other can do it. */
    static PlatformTask ofInstance(String what, Consumer<Instance> action) {
        return new PlatformTask(what, action, true);
    }

    @Override
    protected boolean outlivesInstance() {
        return !ofInstance;
    }

    @Override
    protected void body(Instance running) {
        action.accept(running);
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        Failures.log(thrown, running.cell().specifier(), what());
    }

    @Override
    protected void refused(RivetException reason) {
        // the actor ends, and with it the reason for this
    }
}
