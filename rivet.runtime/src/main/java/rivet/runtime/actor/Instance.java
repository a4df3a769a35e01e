package rivet.runtime.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.Actor;
import rivet.actor.ActorHooks;
import rivet.actor.Concurrency;
import rivet.actor.Durability;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.CommitFailure;
import rivet.runtime.store.Commits;
import rivet.runtime.store.Incarnation;
import rivet.runtime.store.Output;
import rivet.runtime.store.OutputGate;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Parking;
import rivet.runtime.turn.Task;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.ActorDefinition;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.storage.Database;
import rivet.value.Undefined;

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
    private final Signal signal;
    private final Stats stats = new Stats();
    private final Map<Conn, ConnectionView> views = new IdentityHashMap<>();
    private final Optional<IntervalSaves> saves;
    private final Optional<SerialActions> serial;

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

    Instance(Cell cell, FactoryGeneration code, Incarnation incarnation, Database database) {
        this.cell = cell;
        this.code = code;
        this.incarnation = incarnation;
        turns = new Turns(cell.platform().actorThreads(), this, cell.platform().time()::nanos, cell.platform().limits().turns());
        gate = new OutputGate(cell.platform().limits().heldOutputs());
        commits = new Commits(database, incarnation, gate, this::commitFailed);
        scope = new TurnScope(commits);
        sql = new ActorSql(this, database);
        signal = new Signal(this::runInTurn, Optional.empty());
        serial = code.options().concurrency() == Concurrency.SERIAL ? Optional.of(new SerialActions(turns, cell.platform().limits().turns().waiting()))
            : Optional.empty();
        saves = durability() == Durability.TURN ? Optional.empty()
            : Optional.of(new IntervalSaves(this, commits, cell.platform().time(), code.options().stateSaveInterval()));
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

    Turns turns() {
        return turns;
    }

    Stats stats() {
        return stats;
    }

    Durability durability() {
        return code.options().durability();
    }

    /** Queues work; an action where actions are serial, behind the one that runs. Returns what {@link Turns#offer} does; empty if this instance takes no more. */
    Optional<Runnable> offer(ActorTask task) {
        task.moveTo(this);
        return isSerial(task) ? serial.get().offer((ActionTask) task) : turns.offer(task);
    }

    /** Queues work that was let in before. */
    Optional<Runnable> offerAgain(ActorTask task) {
        task.moveTo(this);
        return isSerial(task) ? serial.get().offer((ActionTask) task) : turns.offerUnlimited(task);
    }

    private boolean isSerial(ActorTask task) {
        return task instanceof ActionTask && serial.isPresent();
    }

    /** Queues a task of the platform, whatever else waits. */
    boolean submitUnlimited(ActorTask task) {
        task.moveTo(this);
        return turns.submitUnlimited(task);
    }

    /** Takes the work back that has not begun, oldest first; hooks and what the platform does stay. */
    List<ActorTask> withdrawWork() {
        List<Task> behind = serial.map(SerialActions::close).orElse(List.of());
        return Stream.concat(turns.withdraw(task -> ((ActorTask) task).isWork()).stream(), behind.stream()).map(ActorTask.class::cast).toList();
    }

    void actionEnded() {
        serial.ifPresent(SerialActions::ended);
    }

    /** Interrupts a task; returns whether it had begun and not ended. */
    boolean interrupt(ActorTask task, RivetException reason) {
        boolean interrupted = turns.interrupt(task, reason);
        if (interrupted) {
            task.interruptedAt = cell.platform().time().nanos();
        }
        return interrupted;
    }

    private void runInTurn(Runnable listener) {
        submitUnlimited(new PlatformTask("abort listener", running -> listener.run()));
    }

    /** Returns a signal for one task: given when its own time is over, or when the instance is told to stop. */
    Signal newSignal() {
        return new Signal(this::runInTurn, Optional.of(signal));
    }

    // ------------------------------------------------------------------ turns

    @Override
    public void begin(Task task) {
        scope.begin((ActorTask) task);
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
        Thread.currentThread().setContextClassLoader(outerLoader);
        try {
            settle(task);
        } catch (RuntimeException e) {
            undoTurn(task, e);
        }
        stats.turnEnded(cell.platform().time().nanos());
        cell.platform().changes().increment();
        gate.room().ifPresent(Parking::untilDone); // each commit is bounded, and its end makes room
    }

    private void settle(ActorTask task) {
        Optional<byte[]> changed = state == null || revoked ? Optional.empty() : stateToSave(task);
        boolean changes = changed.isPresent() || scope.hasChanges();
        long turn = scope.settle(changed);
        if (changes) {
            task.changedIn(turn);
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
        undoTurn(error);
    }

    /** Undoes what the current turn did so far. */
    void undoTurn(RivetException error) {
        scope.undo();
        if (state != null) {
            state.undo();
        }
        scope.takeOutputs().forEach(output -> output.fail(error));
        scope.takeSaved().forEach(output -> output.fail(error));
    }

    /** Returns the error for what code of this instance threw: once the instance has ended, what it throws is the end's fault. */
    RivetException errorFor(Throwable thrown, String what) {
        if (revoked) {
            return endReason;
        }
        RivetException error = Failures.ofActor(thrown, cell.specifier(), what);
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
        ActorTask task = scope.task();
        turns.await(task, stage);
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
        if (saves.isPresent()) {
            return saves.get().now();
        }
        CompletableFuture<Void> saved = new CompletableFuture<>();
        scope.saved(new Saved(saved));
        return saved;
    }

    /** Leaves when the turn is durable, and tells who waits for that. */
    private record Saved(CompletableFuture<Void> done) implements Output {

        @Override
        public void release() {
            done.complete(null);
        }

        @Override
        public void fail(RivetException error) {
            done.completeExceptionally(error);
        }
    }

    /**
     * Saves what is not saved yet. Not in a turn; after the last one, when nothing of the instance runs any more. Completes when that was tried, within the time in any
     * case (R-state-60, R-state-62).
     */
    CompletionStage<Void> flush(Duration limit) {
        if (saves.isEmpty() || state == null || turns.begun() > 0) {
            return CompletableFuture.completedStage(null); // a turn that does not end leaves no turn to save in
        }
        CompletableFuture<Void> tried = new CompletableFuture<>();
        Time.Timer timer = cell.platform().time().after(limit, () -> tried.complete(null));
        saves.get().flush().whenComplete((done, error) -> {
            timer.cancel();
            tried.completeAsync(() -> null, cell.platform().actorThreads()); // this thread may be the actor's
        });
        return tried;
    }

    // ------------------------------------------------------------------ connections and events

    ConnectionView view(Conn conn) {
        return views.computeIfAbsent(conn, c -> new ConnectionView(this, c));
    }

    /** A connection is no longer of interest to this instance. */
    void forget(Conn conn) {
        views.remove(conn);
    }

    EncodedEvent encode(String name, List<Object> args) {
        List<Object> plain = new ArrayList<>(args.size());
        for (Object arg : args) {
            plain.add(arg == null ? null : code.mapper().toPlain(arg));
        }
        return new EncodedEvent(name, plain.isEmpty() ? List.of(Undefined.UNDEFINED) : plain);
    }

    void disconnect(Conn conn, int closeCode, String reason) {
        output(new CloseOutput(conn, closeCode, reason));
        cell.connections().leave(conn, this);
    }

    // ------------------------------------------------------------------ end

    private void commitFailed(CommitFailure failure) {
        log.error("actor {} ({}): a commit failed{}", cell.specifier(), cell.typeName(), failure.unknown() ? ", or its answer was lost" : "", failure.cause());
        cell.instanceFailed(this, failure.error());
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
        commits.close();
        List<Task> unbegun = new ArrayList<>(turns.close());
        serial.ifPresent(actions -> unbegun.addAll(actions.close()));
        turns.interruptAll(reason);
        saves.ifPresent(interval -> interval.close(ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier())));
        return unbegun;
    }

    /** Whoever still waits for code of this instance is told that it has ended. */
    void cutOff() {
        turns.unfinished().forEach(task -> ((ActorTask) task).cutOff(endReason));
    }

    /** Outputs that still wait for a commit fail. */
    void failOutputs(RivetException error) {
        gate.fail(error);
    }

    /**
     * Returns whether the changes of a task were kept: yes, no or unknown.
     *
     * @param firstChange the first turn in which it changed something; 0 if in none
     * @param lastChange the last turn in which it did
     * @param failed whether a commit has failed, which no later one follows
     */
    String kept(long firstChange, long lastChange, boolean failed) {
        if (durability() == Durability.INTERVAL) {
            return "unknown"; // what a turn changed is saved some time after it
        }
        if (firstChange == 0) {
            return "no";
        }
        if (gate.isDurable(lastChange)) {
            return "yes";
        }
        return failed && !gate.isDurable(firstChange) ? "no" : "unknown";
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
        if (hooks == null) {
            return;
        }
        try {
            code.dispose(hooks.actor());
        } catch (RuntimeException e) {
            log.warn("actor {}: its factory could not take the instance back", cell.specifier(), e);
        }
    }

    /** Writes connection states back that the instance's code may have changed in place. In a turn, or after the last. */
    void keepConnectionStates() {
        views.values().forEach(ConnectionView::keepState);
    }
}
