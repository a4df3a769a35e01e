package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;

import rivet.error.RivetException;

/** The last hook of an instance: onSleep or onDestroy. What it throws is logged; what it changed is kept (R-stop-18). */
final class LastHookTask extends ActorTask {

    private final Hook hook;
    private final Duration limit;

    LastHookTask(String name, Duration limit, Hook hook) {
        super(name, Optional.empty());
        this.hook = hook;
        this.limit = limit;
    }

    @Override
    protected void body(Instance running) throws Exception {
        if (running.definition().overrides(what())) {
            try (Deadline _ = Deadline.of(running, this, what(), limit)) {
                hook.run();
            }
        }
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        Failures.ofActor(thrown, running.cell().specifier(), what()); // logs it
    }

    @Override
    protected void refused(RivetException reason) {
        // the instance ended by force
    }
}
