package rivet.runtime.actor;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Output;
import rivet.runtime.time.Time;
import rivet.runtime.type.ActorOptions;

/**
 * A call from outside. Its caller gets exactly one answer: the first of result, error and time-out (R-act-5). The time runs from the arrival of the
 * call, so that it bounds the waiting as well.
 *
 * @param <R> the result
 */
abstract class CallTask<R> extends ActorTask {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);

    private final boolean visits;
    private final CallReply<R> reply;
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile Optional<Time.Timer> timer = Optional.empty();

    /**
     * Makes a call.
     *
     * @param visits whether the connection is there for this call only, and has its hooks run for it (spec/wire.md 7, R-conn-16)
     */
    CallTask(String what, Optional<Conn> connection, boolean visits, CallReply<R> reply) {
        super(what, connection);
        this.visits = visits;
        this.reply = reply;
    }

    /** Does what was called for, in the turn of the call; returns the result. */
    abstract R call(Instance running) throws Exception;

    /** Returns whether it waits for its turn among the actions of an actor that does them one after the other. */
    boolean isAction() {
        return false;
    }

    /** Returns whether it counts among those of which only so many may wait. */
    boolean isLimited() {
        return true;
    }

    /** Returns how long it may take. */
    Duration limit(ActorOptions options) {
        return options.actionTimeout();
    }

    /** Hears, in the last turn, that the call has ended. */
    void ended(Instance running) {
        // most need nothing
    }

    /** Hears that nobody gets the result: there was another answer before. */
    void unheard(R output) {
        // most results are of no consequence
    }

    /** Starts the clock. */
    final void watch(Cell cell) {
        Duration limit = cell.code().map(factory -> limit(factory.options())).orElse(DEFAULT_LIMIT);
        timer = Optional.of(cell.platform().time().after(limit, () -> timedOut(cell)));
    }

    /** Stops the clock: what follows has a limit of its own. */
    final void unwatch() {
        timer.ifPresent(Time.Timer::cancel);
    }

    private void timedOut(Cell cell) {
        RivetException error = ErrorCode.ACTOR_ACTION_TIMED_OUT.error().withActor(cell.specifier());
        abort();
        if (answer(() -> reply.error(error))) {
            cell.instance().filter(running -> !running.inbox().withdraw(this)).ifPresent(running -> giveUp(running, error));
        }
    }

    /** Its caller has been told that it took too long, and it has begun. */
    void giveUp(Instance running, RivetException error) {
        running.interrupt(this, error);
    }

    /** Answers with an error before it has been let in: no other generation is to try it. */
    final void turnAway(RivetException reason) {
        answer(() -> reply.error(reason));
    }

    /** Answers unless that has been done. */
    final boolean answer(Runnable how) {
        if (!answered.compareAndSet(false, true)) {
            return false;
        }
        unwatch();
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
            if (!reply.isWanted()) {
                answer(CallTask::nothing);
            } else if (!answered.get()) { // else its time was over before it could begin
                perform(running);
            }
        } finally {
            ended(running);
        }
        running.probation().ended();
    }

    @Override
    protected final boolean outlivesInstance() {
        return !reply.comesAgain();
    }

    private void perform(Instance running) throws Exception {
        try {
            callAndAnswer(running);
        } finally {
            reply.ends(running);
        }
    }

    private void callAndAnswer(Instance running) throws Exception {
        if (visits) {
            Conn conn = connection().orElseThrow();
            Connecting.connect(running, this, conn);
            try {
                succeeded(running, call(running));
            } finally {
                running.cell().connections().leave(conn, running);
            }
        } else {
            succeeded(running, call(running));
        }
    }

    /** Answers with the result when the turn is durable. */
    void succeeded(Instance running, R output) {
        running.output(new Answer(reply.value(output), () -> unheard(output)));
    }

    /** Returns what answers when it leaves. */
    final Output answering(Runnable send) {
        return new Answer(send, CallTask::nothing);
    }

    private static void nothing() {
        // for what is of no consequence
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        running.stats().error();
        running.meters().failed();
        RivetException error = errorOf(running, thrown);
        running.probation().failed(error);
        running.probation().ended();
        RivetException begun = ResendCodes.begun(error, running.cell().typeName() + " " + what() + " of actor " + running.cell().specifier());
        running.output(answering(() -> tell(begun)));
    }

    /** Returns the error for what the call threw. */
    final RivetException errorOf(Instance running, Throwable thrown) {
        return Failures.isInterruption(thrown) ? running.turns().interruption(this).orElseGet(() -> running.errorFor(thrown, what()))
            : running.errorFor(thrown, what());
    }

    /** What the turn that still runs has changed is lost, so not all of the call was kept. */
    @Override
    protected void cutOff(RivetException reason) {
        String kept = kept(reason.is(ErrorCode.ACTOR_STORAGE_FAILED));
        answer(() -> tell(reason, kept.equals("yes") && inTurn() ? "unknown" : kept));
    }

    private void tell(RivetException error) {
        RivetException begun = ResendCodes.begun(error, what());
        tell(begun, kept(begun.is(ErrorCode.ACTOR_STORAGE_FAILED)));
    }

    /** Sends an error; one that says whether the call's changes were kept says what is true of this call. */
    private void tell(RivetException error, String kept) {
        reply.error(error.metadata().orElse(null) instanceof Map<?, ?> said && "no".equals(said.get("committed")) ? error.withMetadata(corrected(said, kept)) : error);
    }

    private static Map<Object, Object> corrected(Map<?, ?> said, String kept) {
        Map<Object, Object> corrected = new LinkedHashMap<>(said);
        corrected.put("committed", kept);
        return corrected;
    }

    @Override
    protected void refused(RivetException reason) {
        answer(() -> reply.refused(reason));
    }

    /** The answer on its way out. */
    private final class Answer implements Output {

        private final Runnable send;
        private final Runnable unheard;

        Answer(Runnable send, Runnable unheard) {
            this.send = send;
            this.unheard = unheard;
        }

        @Override
        public void release() {
            if (!answer(send)) {
                unheard.run();
            }
        }

        @Override
        public void fail(RivetException error) {
            answer(() -> tell(error));
            unheard.run();
        }
    }
}
