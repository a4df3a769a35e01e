package rivet.runtime.actor;

import java.util.Optional;
import java.util.function.Consumer;

import rivet.error.RivetException;

/** Something that the platform does in a turn and of which nobody waits for the result. */
final class PlatformTask extends ActorTask {

    private final Consumer<Instance> action;

    PlatformTask(String what, Consumer<Instance> action) {
        super(what, Optional.empty());
        this.action = action;
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
