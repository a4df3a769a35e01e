package rivet.runtime.actor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.Actor;
import rivet.actor.ActorHooks;
import rivet.actor.Durability;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.meter.TypeMeters;
import rivet.runtime.queue.ActorQueue;
import rivet.runtime.sql.ActorSql;
import rivet.runtime.sql.Limits;
import rivet.runtime.store.CommitFailure;
import rivet.runtime.store.Commits;
import rivet.runtime.store.Incarnation;
import rivet.runtime.store.LooseWrites;
import rivet.runtime.store.Output;
import rivet.runtime.store.OutputGate;
import rivet.runtime.store.Position;
import rivet.runtime.turn.Parking;
import rivet.runtime.turn.Task;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.ActorDefinition;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.storage.Database;

/**
 * One incarnation of an actor: an instance of its code with the turn lock, commit queue and output gate that belong to it. Ended once, by
 * {@link #revoke}: from then on every call of its code into the platform fails with {@code actor.aborted}, so code that cannot be stopped
 * can do no harm.
 */
final class Instance implements Turns.Observer {

    private static final Logger log = LoggerFactory.getLogger(Instance.class);

    private final Cell cell;
    private final FactoryGeneration code;
    private final Incarnation incarnation;
    private final Turns turns;
    private final OutputGate gate;
    private final Commits commits;
    private final TurnScope scope;
    private final ActorSql sql;
    private final ActorQueue queue;
    private final Signal signal;
    private final Stats stats = new Stats();
    private final TypeMeters meters;
    private final Touches touches = new Touches();
    private final ConnectionViews views = new ConnectionViews(this);
    private final HibernationSaves hibernating = new HibernationSaves(this);
    private final Optional<IntervalSaves> saves;
    private final StateChanges stateChanges = new StateChanges(this);
    private final Activity activity;
    private final Firing firing;
    private final WakeUps wakes;
    private final RunTask run = new RunTask();
    private final Inbox inbox;
    private final OutgoingCalls calls;

    // set by create(), in the first turn
    private ActorHooks<Object> hooks;
    private ActorDefinition definition;
    private StateHolder state;
    private ClassLoader loader;

    // used by the thread that holds the turn
    private ClassLoader outerLoader;
    private long startTurn;

    private volatile boolean revoked;
    private volatile RivetException endReason = ErrorCode.ACTOR_ABORTED.error();

    Instance(Cell cell, FactoryGeneration code, Incarnation incarnation, Database database, Position loaded) {
        this.cell = cell;
        this.code = code;
        this.incarnation = incarnation;
        meters = cell.platform().meters().of(cell.typeName());
        turns = new Turns(cell.platform().actorThreads(), this, cell.platform().time()::nanos, cell.platform().limits().turns());
        gate = new OutputGate(cell.platform().limits().heldOutputs());
        commits = new Commits(database, incarnation, loaded, gate, this::commitFailed);
        scope = new TurnScope(commits);
        sql = new ActorSql(new InstanceTurn(this), database, commits, cell.platform().time(), code.mapper(), Limits.of(cell.platform().store().maxBindBytes()),
            code.options().warnOnManualTransactions());
        queue = new ActorQueue(new QueueTurn(this, database), cell.platform().time(), code.mapper(), code.options().queue().limits());
        activity = new Activity(this);
        firing = new Firing(this);
        wakes = new WakeUps(this);
        signal = new Signal(this::runInTurn, Optional.empty());
        inbox = new Inbox(this);
        calls = new OutgoingCalls(this);
        saves = durability() == Durability.TURN ? Optional.empty()
            : Optional.of(new IntervalSaves(this, new LooseWrites(database, commits), cell.platform().time(), code.options().stateSaveInterval()));
    }

    /** Makes the instance of the author's class. In a turn: it runs the author's code. */
    @SuppressWarnings("unchecked")
    void create() {
        Actor<Object> actor = (Actor<Object>) code.create();
        definition = code.definition(actor);
        loader = actor.getClass().getClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        state = new StateHolder(code.mapper(), definition.stateType(), definition.immutableState());
        hooks = ActorHooks.bind(actor, new InstanceContext(this));
    }

    Cell cell() {
        return cell;
    }

    FactoryGeneration code() {
        return code;
    }

    Incarnation incarnation() {
        return incarnation;
    }

    ActorHooks<Object> hooks() {
        return hooks;
    }

    ActorDefinition definition() {
        return definition;
    }

    StateHolder state() {
        return state;
    }

    Signal signal() {
        return signal;
    }

    ActorSql sql() {
        return sql;
    }

    ActorQueue queue() {
        return queue;
    }

    boolean isRun(ActorTask task) {
        return task == run;
    }

    Turns turns() {
        return turns;
    }

    /** Returns what notes which states of connections a transaction uses. */
    Touches touches() {
        return touches;
    }

    Stats stats() {
        return stats;
    }

    TypeMeters meters() {
        return meters;
    }

    StateChanges stateChanges() {
        return stateChanges;
    }

    ConnectionViews views() {
        return views;
    }

    /** Returns what stores the connections that hibernate. */
    HibernationSaves hibernating() {
        return hibernating;
    }

    Activity activity() {
        return activity;
    }

    Firing firing() {
        return firing;
    }

    WakeUps wakes() {
        return wakes;
    }

    Durability durability() {
        return code.options().durability();
    }

    Inbox inbox() {
        return inbox;
    }

    OutgoingCalls calls() {
        return calls;
    }

    /** Queues a task of the platform, whatever else waits. */
    boolean submitUnlimited(ActorTask task) {
        return inbox.submitUnlimited(task);
    }

    /** Interrupts a task; returns whether it had begun and not ended. */
    boolean interrupt(ActorTask task, RivetException reason) {
        boolean interrupted = turns.interrupt(task, reason);
        if (interrupted) {
            task.interruptedAt = cell.platform().time().nanos();
        }
        return interrupted;
    }

    /** Queues the run handler, if there is one (R-run-20). */
    Optional<Runnable> offerRun() {
        return definition.overrides("run") ? inbox.offerAgain(run) : Optional.empty();
    }

    /** Ends the run handler, if it is at work. */
    void endRun() {
        interrupt(run, endReason);
    }

    private void runInTurn(Runnable listener) {
        runInTurn("abort listener", listener);
    }

    void runInTurn(String what, Runnable work) {
        submitUnlimited(PlatformTask.ofInstance(what, running -> work.run()));
    }

    /** Returns a signal for one task: given when its own time is over, or when the instance is told to stop. */
    Signal newSignal() {
        return new Signal(this::runInTurn, Optional.of(signal));
    }

    // ------------------------------------------------------------------ turns

    @Override
    public void begin(Task task) {
        scope.begin((ActorTask) task);
        ((ActorTask) task).turnBegins();
        Thread thread = Thread.currentThread();
        outerLoader = thread.getContextClassLoader();
        if (loader != null) {
            thread.setContextClassLoader(loader);
        }
        stats.turnBegan(cell.platform().time().nanos());
    }

    @Override
    public void end(Task ended) {
        ActorTask task = (ActorTask) ended;
        try {
            settle(task);
        } catch (RuntimeException e) {
            undoTurn(task, e);
        }
        task.turnEnded();
        Thread.currentThread().setContextClassLoader(outerLoader);
        stats.turnEnded(cell.platform().time().nanos());
        cell.platform().changes().increment();
        cell.watches().turnEnded(task);
        gate.room().ifPresent(Parking::untilDone); // each commit is bounded, and its end makes room
    }

    /** Hands over what the current turn changed so far, as if it ended here. */
    void commitSoFar() {
        settle(scope.task());
    }

    private void settle(ActorTask task) {
        scope.requireWhole();
        if (state != null && !revoked) {
            stateChanges.turnEnded(task.sawState);
        }
        wakes.turnEnds(); // may fail: before the state counts as taken
        // once the instance has ended it is only asked to know what is lost
        Optional<byte[]> changed = state == null || revoked && durability() == Durability.INTERVAL ? Optional.empty() : stateToSave(task);
        boolean changes = hibernating.turnEnds(task, changed.isPresent() || scope.hasChanges());
        if (changes) {
            task.handsOver();
        }
        long turn = scope.settle(changed);
        wakes.kept();
        queue.kept();
        hibernating.kept();
        if (changes) {
            task.changedIn(turn);
            task.handedOver();
        }
        gate.add(outputsWaitFor(task, turn), scope.takeOutputs());
        gate.add(turn, scope.takeSaved());
    }

    private Optional<byte[]> stateToSave(ActorTask task) {
        return saves.isPresent() ? saves.get().turnEnded(task.sawState) : state.changes(task.sawState, false);
    }

    /** With durability interval outputs wait for nothing but the creation of the actor (R-start-21). */
    private long outputsWaitFor(ActorTask task, long turn) {
        if (durability() == Durability.TURN) {
            return turn;
        }
        startTurn = task instanceof StartTask ? turn : startTurn;
        return startTurn;
    }

    /** The turn cannot be kept: what it changed is undone, and who waits for it hears so. */
    private void undoTurn(ActorTask task, RuntimeException cause) {
        RivetException error = errorFor(cause, task.what());
        task.turnFailure = error;
        task.turnUndone();
        undoTurn(error);
    }

    /** Undoes what the current turn did so far. */
    void undoTurn(RivetException error) {
        scope.undo();
        if (state != null) {
            state.undo();
            stateChanges.begin();
        }
        wakes.undo();
        queue.undo();
        hibernating.undo();
        scope.takeOutputs().forEach(output -> output.fail(error));
        scope.takeSaved().forEach(output -> output.fail(error));
    }

    /** Returns the error for what code of this instance threw: once the instance has ended, what it throws is the end's fault. */
    RivetException errorFor(Throwable thrown, String what) {
        if (revoked) {
            return endReason;
        }
        RivetException error = Failures.ofActor(thrown, cell.specifier(), cell.typeName() + " " + what);
        return error.metadata().map(typed -> error.withMetadata(code.mapper().toPlain(typed))).orElse(error);
    }

    TurnScope scope() {
        return scope;
    }

    /** Lets something out at the end of the turn, once its changes are durable. */
    void output(Output output) {
        scope.output(output);
    }

    /**
     * Checks that the calling thread may use the context.
     *
     * @throws RivetException {@code actor.wrong_thread} or {@code actor.aborted}
     */
    void check(String operation) {
        if (!turns.held()) {
            throw ErrorCode.ACTOR_WRONG_THREAD.error("operation", operation);
        }
        checkAlive();
    }

    void checkAlive() {
        if (revoked) {
            throw ErrorCode.ACTOR_ABORTED.error();
        }
    }

    /** Await point. */
    void await(String operation, CompletionStage<?> stage) {
        check(operation);
        if (stateChanges.telling()) {
            throw ErrorCode.ACTOR_INVALID_OPERATION.error("operation", operation, "reason", "a hook that hears of a change of the state cannot wait");
        }
        ActorTask task = scope.task();
        sql.transactions().leave(operation);
        try {
            turns.await(task, stage);
        } finally {
            sql.transactions().enter();
        }
        checkAlive();
        if (task.turnFailure != null) {
            RivetException failure = task.turnFailure;
            task.turnFailure = null;
            throw failure;
        }
    }

    /** Returns what saves the state now and then; empty with durability {@code turn}, where every turn is saved. */
    Optional<IntervalSaves> saves() {
        return saves;
    }

    /** Saves the state as this turn leaves it; for who waits for that at an await point. */
    CompletionStage<Void> saveNow() {
        return saves.isPresent() ? saves.get().now() : scope.saved();
    }

    /**
     * Saves what is not saved yet. Not in a turn; after the last one, when nothing of the instance runs any more. Completes when that was tried, within
     * the time in any case (R-state-60, R-state-62).
     */
    CompletionStage<Void> flush(Duration limit) {
        // a turn that does not end leaves no turn to save in
        return saves.isEmpty() || state == null || turns.begun() > 0 ? CompletableFuture.completedStage(null) : cell.platform().orAfter(saves.get().flush(), limit);
    }

    // ------------------------------------------------------------------ end

    private void commitFailed(CommitFailure failure) {
        log.error("actor {} ({}): a commit failed{}", cell.specifier(), cell.typeName(), failure.unknown() ? ", or its answer was lost" : "", failure.cause());
        cell.instances().failed(this, failure.error());
    }

    /**
     * Ends the incarnation: its handles fail from now on, what its turns handed over so far still counts.
     *
     * @param reason what its running work, and who waits for that, is told
     * @return the tasks that have not begun
     */
    List<Task> revoke(RivetException reason) {
        endReason = reason;
        revoked = true;
        firing.suspend();
        sql.transactions().close();
        commits.close();
        List<Task> unbegun = inbox.close();
        turns.interruptAll(reason);
        saves.ifPresent(interval -> interval.close(ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier())));
        activity.giveUp();
        calls.end();
        return unbegun;
    }

    /** Whoever still waits for code of this instance is told that it has ended. */
    void cutOff() {
        turns.unfinished().forEach(task -> ((ActorTask) task).cutOff(endReason));
        queue.close();
    }

    /** Outputs that still wait for a commit fail. */
    void failOutputs(RivetException error) {
        gate.fail(error);
    }

    /** Returns whether a turn is known to be durable. */
    boolean isDurable(long turn) {
        return gate.isDurable(turn);
    }

    /** Returns whether the incarnation has not ended. */
    boolean alive() {
        return !revoked;
    }

    /** Returns why the incarnation ended. */
    RivetException endReason() {
        return endReason;
    }

    /** Returns a stage that completes when no commit is in flight. */
    CompletionStage<Void> committed() {
        return commits.idle();
    }

    /** Gives the author's instance back. Not in a turn; after the last one, or when the last one is beyond help. */
    void dispose() {
        if (hooks != null) {
            code.dispose(hooks.actor());
        }
    }
}
