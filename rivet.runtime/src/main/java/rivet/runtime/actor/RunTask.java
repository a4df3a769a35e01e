package rivet.runtime.actor;

import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;

/**
 * The run handler of an instance: work of the actor's own that no caller waits for (R-run-20). Its end, good or bad, ends nothing else (R-run-1, R-run-3).
 */
final class RunTask extends ActorTask {

    private static final Logger log = LoggerFactory.getLogger(RunTask.class);

    RunTask() {
        super("run", Optional.empty());
    }

    @Override
    protected TaskKind kind() {
        return TaskKind.RUN;
    }

    @Override
    protected boolean outlivesInstance() {
        return false;
    }

    @Override
    protected void body(Instance running) throws Exception {
        running.hooks().run();
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        if (running.signal().aborted() && (Failures.isInterruption(thrown) || Failures.unwrap(thrown) instanceof RivetException)) {
            log.debug("actor {}: its run handler was stopped", running.cell().specifier(), thrown);
        } else {
            running.stats().error();
            Failures.log(thrown, running.cell().specifier(), what());
        }
    }

    @Override
    protected void refused(RivetException reason) {
        // the instance ended before it could begin; the next one has a run handler of its own
    }
}
