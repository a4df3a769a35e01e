package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;
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
import rivet.runtime.store.Incarnation;
import rivet.runtime.store.Output;
import rivet.runtime.store.Position;
import rivet.runtime.turn.Task;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.ActorDefinition;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.storage.Database;

/**
 * One incarnation of an actor: an instance of its code with the turn lock, commit queue and output gate that belong to it: {@link TurnEdges} and
 * {@link Settlement} say what is done at the ends of its turns. Ended once, by
 * {@link #revoke}: from then on every call of its code into the platform fails with {@code actor.aborted}, so code that cannot be stopped
 * can do no harm.
 */
final class Instance {

    private static final Logger log = LoggerFactory.getLogger(Instance.class);

    private final Cell cell;
    private final FactoryGeneration code;
    private final Incarnation incarnation;
    private final Turns turns;
    private final TurnEdges edges;
    private final Settlement settlement;
    private final ActorSql sql;
    private final ActorQueue queue;
    private final Signal signal;
    private final Stats stats = new Stats();
    private final TypeMeters meters;
    private final Touches touches = new Touches();
    private final ConnectionViews views = new ConnectionViews(this);
    private final HibernationSaves hibernating = new HibernationSaves(this);
    private final StateChanges stateChanges = new StateChanges(this);
    private final Activity activity;
    private final Firing firing;
    private final WakeUps wakes;
    private final RunTask run = new RunTask();
    private final Inbox inbox;
    private final Probation probation;
    private final OutgoingCalls calls;

    // set by create(), in the first turn
    private ActorHooks<Object> hooks;
    private ActorDefinition definition;
    private StateHolder state;
    private Optional<ClassLoader> loader = Optional.empty();

    private volatile boolean revoked;
    private volatile RivetException endReason = ErrorCode.ACTOR_ABORTED.error();

    Instance(Cell cell, FactoryGeneration code, Incarnation incarnation, Database database, Position loaded) {
        this.cell = cell;
        this.code = code;
        this.incarnation = incarnation;
        meters = cell.platform().meters().of(cell.typeName());
        edges = new TurnEdges(this);
        turns = new Turns(cell.platform().actorThreads(), edges, cell.platform().time()::nanos, cell.platform().limits().turns());
        settlement = new Settlement(this, database, loaded, this::commitFailed);
        sql = new ActorSql(new InstanceTurn(this), database, settlement.commits(), cell.platform().time(), code.mapper(),
            Limits.of(cell.platform().store().maxBindBytes()), code.options().warnOnManualTransactions());
        queue = new ActorQueue(new QueueTurn(this, database), cell.platform().time(), code.mapper(), code.options().queue().limits());
        activity = new Activity(this);
        firing = new Firing(this);
        wakes = new WakeUps(this);
        signal = new Signal(this::runInTurn, Optional.empty());
        inbox = new Inbox(this);
        probation = new Probation(this);
        calls = new OutgoingCalls(this);
    }

    /** Makes the instance of the author's class. In a turn: it runs the author's code. */
    @SuppressWarnings("unchecked")
    void create() {
        Actor<Object> actor = (Actor<Object>) code.create();
        definition = code.definition(actor);
        loader = Optional.of(actor.getClass().getClassLoader());
        Thread.currentThread().setContextClassLoader(loader.get());
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

    /** Returns what becomes of the changes of its turns. */
    Settlement settlement() {
        return settlement;
    }

    /** Returns what the current turn has gathered. */
    TurnScope scope() {
        return settlement.scope();
    }

    /** Returns what saves the state now and then; empty with durability {@code turn}, where every turn is saved. */
    Optional<IntervalSaves> saves() {
        return settlement.saves();
    }

    /** Returns what loads the classes of the author's code; empty before that is made. */
    Optional<ClassLoader> loader() {
        return loader;
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

    /** Returns what watches the first calls on better code. */
    Probation probation() {
        return probation;
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

    /** Returns the error for what code of this instance threw: once the instance has ended, what it throws is the end's fault. */
    RivetException errorFor(Throwable thrown, String what) {
        if (revoked) {
            return endReason;
        }
        RivetException error = Failures.ofActor(thrown, cell.specifier(), cell.typeName() + " " + what);
        return error.metadata().map(typed -> error.withMetadata(code.mapper().toPlain(typed))).orElse(error);
    }

    /** Lets something out at the end of the turn, once its changes are durable. */
    void output(Output output) {
        scope().output(output);
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

    /** Await point, as {@link TurnEdges#await} is one. */
    void await(String operation, CompletionStage<?> stage) {
        edges.await(operation, stage);
    }

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
        settlement.commits().close();
        List<Task> unbegun = inbox.close();
        turns.interruptAll(reason);
        saves().ifPresent(interval -> interval.close(ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier())));
        activity.giveUp();
        calls.end();
        return unbegun;
    }

    /** Whoever still waits for code of this instance is told that it has ended. */
    void cutOff() {
        turns.unfinished().forEach(task -> ((ActorTask) task).cutOff(endReason));
        queue.close();
    }

    /** Returns whether the incarnation has not ended. */
    boolean alive() {
        return !revoked;
    }

    /** Returns why the incarnation ended. */
    RivetException endReason() {
        return endReason;
    }

    /** Gives the author's instance back. Not in a turn; after the last one, or when the last one is beyond help. */
    void dispose() {
        if (hooks != null) {
            code.dispose(hooks.actor());
            cell.happenings().ended(this, revoked ? Optional.of(endReason) : Optional.empty());
        }
    }
}
