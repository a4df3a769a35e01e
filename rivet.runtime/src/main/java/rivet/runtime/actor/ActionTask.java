package rivet.runtime.actor;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Output;
import rivet.runtime.time.Time;
import rivet.runtime.type.ActionMethod;

/**
 * A call of an action. Its caller gets exactly one answer: the first of result, error and time-out (R-act-5). The time runs from the arrival of the
 * call, so that it bounds the waiting as well.
 */
class ActionTask extends ActorTask {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);
    private static final String RESPONSE_HOOK = "onBeforeActionResponse";

    private final String action;
    private final List<Object> arguments;
    private final ActionReply reply;
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile Optional<Time.Timer> timer = Optional.empty();

    ActionTask(String action, List<Object> arguments, Optional<Conn> connection, ActionReply reply) {
        super("action " + action, connection);
        this.action = action;
        this.arguments = arguments;
        this.reply = reply;
    }

    /** Starts the clock. */
    void watch(Cell cell) {
        Duration limit = cell.code().map(factory -> factory.options().actionTimeout()).orElse(DEFAULT_LIMIT);
        timer = Optional.of(cell.platform().time().after(limit, () -> timedOut(cell)));
    }

    private void timedOut(Cell cell) {
        RivetException error = ErrorCode.ACTOR_ACTION_TIMED_OUT.error().withActor(cell.specifier());
        abort();
        if (answer(() -> reply.error(error))) {
            cell.instance().filter(running -> !running.turns().withdraw(this)).ifPresent(running -> running.interrupt(this, error));
        }
    }

    /** Answers unless that has been done. */
    private boolean answer(Runnable how) {
        if (!answered.compareAndSet(false, true)) {
            return false;
        }
        timer.ifPresent(Time.Timer::cancel);
        how.run();
        return true;
    }

    @Override
    protected final boolean isWork() {
        return true;
    }

    @Override
    protected final void body(Instance running) throws Exception {
        try {
            if (!answered.get()) { // else its time was over before it could begin
                perform(running);
            }
        } finally {
            running.inbox().actionEnded();
        }
    }

    /** Calls the action and answers. */
    void perform(Instance running) throws Exception {
        succeeded(running, call(running));
    }

    /** Calls the action and the hook behind it; returns the answer as a plain value. */
    final Object call(Instance running) throws Exception {
        ActionMethod method = running.definition().action(action).orElseThrow(() -> ErrorCode.ACTOR_ACTION_NOT_FOUND.error("name", action));
        Object output = method.call(running.hooks().actor(), arguments);
        return running.code().mapper().toPlain(running.definition().overrides(RESPONSE_HOOK) ? beforeResponse(running, output) : output);
    }

    /** The hook has the time of an action for itself; the action's own has been enough. */
    private Object beforeResponse(Instance running, Object output) throws Exception {
        timer.ifPresent(Time.Timer::cancel);
        Object[] replaced = new Object[1];
        Deadline.run(running, this, RESPONSE_HOOK, running.code().options().actionTimeout(),
            () -> replaced[0] = running.hooks().onBeforeActionResponse(action, arguments, output));
        return replaced[0];
    }

    final void succeeded(Instance running, Object output) {
        Runnable send = reply.value(output);
        running.output(new Answer(send));
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        running.stats().error();
        RivetException error = Failures.isInterruption(thrown) ? running.turns().interruption(this).orElseGet(() -> running.errorFor(thrown, what()))
            : running.errorFor(thrown, what());
        RivetException begun = ResendCodes.begun(error, what());
        running.output(new Answer(() -> tell(begun)));
    }

    @Override
    protected void cutOff(RivetException reason) {
        answer(() -> tell(reason));
    }

    /** Sends an error; one that says whether the call's changes were kept says what is true of this call. */
    private void tell(RivetException error) {
        boolean saysNo = error.metadata().filter(Map.of("committed", "no")::equals).isPresent();
        reply.error(saysNo ? error.withMetadata(Map.of("committed", kept(error.is(ErrorCode.ACTOR_STORAGE_FAILED)))) : error);
    }

    @Override
    protected void refused(RivetException reason) {
        answer(() -> reply.refused(reason));
    }

    /** The answer on its way out. */
    private final class Answer implements Output {

        private final Runnable send;

        Answer(Runnable send) {
            this.send = send;
        }

        @Override
        public void release() {
            answer(send);
        }

        @Override
        public void fail(RivetException error) {
            answer(() -> tell(error));
        }
    }
}
