package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.FireInfo;
import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;
import rivet.runtime.schedule.Run;
import rivet.runtime.schedule.Runs;
import rivet.runtime.store.Output;
import rivet.value.Undefined;

/**
 * A scheduled call of an action, on nobody's behalf (R-sched-27). Its end is committed with the last turn of the action, whether that succeeds or throws; if that turn
 * comes to nothing, the call has failed, and a turn of its own says so. A call that is cut off has not ended.
 */
final class ScheduledTask extends CallTask<Object> {

    private static final Logger log = LoggerFactory.getLogger(ScheduledTask.class);

    private final Firing firing;
    private final String id;
    private final Optional<RivetException> failure;

    /** Set by the thread that holds the turn, when it begins. */
    private volatile Optional<Run> run = Optional.empty();

    ScheduledTask(Firing firing, Runs.Due due) {
        this(firing, due, Optional.empty());
    }

    /** Makes a task that only says that the call has failed. */
    ScheduledTask(Firing firing, Runs.Due due, RivetException failure) {
        this(firing, due, Optional.of(failure));
    }

    private ScheduledTask(Firing firing, Runs.Due due, Optional<RivetException> failure) {
        super("action " + due.action(), Optional.empty(), false, new Nobody());
        this.firing = firing;
        this.failure = failure;
        id = due.id();
    }

    /** Returns what is known of the call. */
    Optional<FireInfo> info() {
        return run.map(Run::info);
    }

    @Override
    protected TaskKind kind() {
        return TaskKind.SCHEDULED_ACTION;
    }

    @Override
    boolean isAction() {
        return true;
    }

    @Override
    boolean isLimited() {
        return false;
    }

    @Override
    void ended(Instance running) {
        running.inbox().actionEnded();
    }

    @Override
    Object call(Instance running) throws Exception {
        if (running.firing() != firing) {
            return Undefined.UNDEFINED; // it was due for an instance that has ended; this one has found it due itself
        }
        run = firing.schedules().runs().begin(id, name -> running.definition().action(name).isPresent());
        if (run.isEmpty()) {
            firing.schedules().runs().giveBack(id);
            running.output(new End(running));
        } else if (failure.isPresent()) {
            end(running, failure);
        } else {
            callAction(running, run.get());
        }
        return Undefined.UNDEFINED;
    }

    private void callAction(Instance running, Run begun) throws Exception {
        watch(running.cell());
        List<Object> arguments = new ArrayList<>(begun.args());
        arguments.add(begun.info());
        running.definition().action(begun.action()).orElseThrow().call(running.hooks().actor(), arguments);
        end(running, Optional.empty());
    }

    private void end(Instance running, Optional<RivetException> error) {
        firing.schedules().runs().end(run.orElseThrow(), error);
        running.output(new End(running));
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        unwatch();
        if (run.isEmpty()) {
            Failures.log(thrown, running.cell().specifier(), what()); // it is left to the next instance
            return;
        }
        if (firing.isCutOff()) {
            log.info("actor {}: {} was cut off; it is begun again", running.cell().specifier(), what());
            return;
        }
        running.stats().error();
        RivetException error = errorOf(running, thrown);
        if (error.exposed()) {
            log.warn("actor {} ({}): scheduled {} failed: {}", running.cell().specifier(), running.cell().typeName(), what(), error.getMessage());
        }
        end(running, Optional.of(error));
    }

    /** It did not end when it was told to, and its instance ends without it. */
    @Override
    protected void cutOff(RivetException reason) {
        super.cutOff(reason);
        if (run.isPresent() && firing.holdsTurn(this)) {
            firing.leftBehind(id);
        }
    }

    /** Hears what became of the turn in which the call ended. */
    private final class End implements Output {

        private final Instance running;

        End(Instance running) {
            this.running = running;
        }

        @Override
        public void release() {
            // that is all
        }

        @Override
        public void fail(RivetException error) {
            if (!firing.isCutOff()) {
                running.submitUnlimited(new PlatformTask("end of " + what(), instance -> run.ifPresentOrElse(
                    ended -> firing.schedules().runs().end(ended, Optional.of(error)), () -> firing.schedules().runs().giveBack(id))));
            }
        }
    }

    /** Nobody waits for the result. */
    private static final class Nobody implements CallReply<Object> {

        @Override
        public Runnable value(Object output) {
            return () -> {};
        }

        @Override
        public void error(RivetException error) {
            // it is in the history, or logged
        }

        @Override
        public void refused(RivetException reason) {
            // it stays due
        }
    }
}
