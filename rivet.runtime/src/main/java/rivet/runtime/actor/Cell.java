package rivet.runtime.actor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ActorSpecifier;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.protocol.key.ActorKeys;
import rivet.runtime.store.Incarnation;
import rivet.runtime.turn.Task;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.Engine;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.Database;

/**
 * One generation of an actor in this process, from its start to its stop. It outlives the instances of the actor's code: connections and work that has not begun
 * belong to it, and go on with the next instance when one has failed.
 * <p>
 * Invariants, under {@code this}: there is an {@code instance} in phases RUNNING and STOPPING (unless it failed there); {@code held} has work in phase RESTARTING only;
 * the phases are passed in order, but for RUNNING and RESTARTING, which alternate. Nothing foreign is called under the lock but the instance's turn lock, whose mutex is
 * always taken last.
 */
public final class Cell {

    /** Where a generation stands. */
    enum Phase {
        STARTING, RUNNING, RESTARTING, STOPPING, STOPPED
    }

    private static final Logger log = LoggerFactory.getLogger(Cell.class);
    private static final Runnable HELD = () -> {
        // the next instance begins it
    };

    private final Platform platform;
    private final ActorStart start;
    private final Engine engine;
    private final StuckTurns stuck;
    private final ActorSpecifier specifier;
    private final Instant begunAt;
    private final Connections connections = new Connections();
    private final Idle idle;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private Phase phase = Phase.STARTING;
    private CompletionStage<Void> launching = started; // ends when the latest start or restart has, either way
    private Optional<Instance> instance = Optional.empty();
    private Optional<Database> database = Optional.empty();
    private Optional<FactoryGeneration> code = Optional.empty();
    private final Deque<ActorTask> held = new ArrayDeque<>();
    private boolean sleepRequested;
    private boolean destroyRequested;

    /** Makes a generation; {@link #start()} follows. */
    public Cell(Platform platform, ActorStart start, Engine engine, StuckTurns stuck) {
        this.platform = platform;
        this.start = start;
        this.engine = engine;
        this.stuck = stuck;
        specifier = new ActorSpecifier(start.actorId(), start.generation(),
            start.key().isEmpty() ? Optional.empty() : Optional.of(ActorKeys.escape(start.key())));
        begunAt = platform.time().clock().instant();
        idle = new Idle(this, platform.time());
    }

    Platform platform() {
        return platform;
    }

    /** Returns the command that began it. */
    public ActorStart start() {
        return start;
    }

    /** Returns when it came here. */
    public Instant begunAt() {
        return begunAt;
    }

    /** Returns how errors name it. */
    public ActorSpecifier specifier() {
        return specifier;
    }

    String typeName() {
        return start.name();
    }

    String region() {
        return engine.region();
    }

    Connections connections() {
        return connections;
    }

    // ------------------------------------------------------------------ start and restart

    /** Starts the first instance. Fails with a {@link RivetException}; the generation is over then. */
    public CompletionStage<Void> begin() {
        platform.factories().await(start.name())
            .thenCompose(factory -> launch(factory, new Incarnation(start.generation(), 1)))
            .whenComplete((ready, error) -> {
                if (error == null) {
                    started.complete(null);
                } else {
                    startFailed(Failures.of(error));
                }
            });
        return started;
    }

    private void startFailed(RivetException error) {
        synchronized (this) {
            phase = Phase.STOPPED;
        }
        closeDatabase().whenComplete((closed, ignored) -> {
            started.completeExceptionally(error);
            stopped.complete(null);
        });
    }

    /** Opens the database, reads what is stored, and starts an instance on it. */
    private CompletionStage<Void> launch(FactoryGeneration factory, Incarnation incarnation) {
        synchronized (this) {
            code = Optional.of(factory);
        }
        // looked at after the code was set: whoever removes the factory later finds this cell by its code
        if (!platform.factories().contains(factory)) {
            return CompletableFuture.failedStage(ErrorCode.ACTOR_TYPE_ABSENT.error("type", start.name(), "retryable", true));
        }
        return platform.store().open(start.actorId()).thenCompose(opened -> {
            synchronized (this) {
                database = Optional.of(opened);
            }
            return platform.store().load(opened).thenCompose(stored -> {
                Instance next = new Instance(this, factory, incarnation, opened);
                StartTask task = new StartTask(stored, start.input());
                next.submitUnlimited(task);
                return task.started().handle((ready, error) -> error == null ? running(next) : ended(next, Failures.of(error))).thenCompose(stage -> stage);
            });
        });
    }

    private CompletionStage<Void> running(Instance next) {
        List<Runnable> work;
        synchronized (this) {
            instance = Optional.of(next);
            phase = Phase.RUNNING;
            work = held.stream().map(task -> offerAgain(next, task)).toList();
            held.clear();
        }
        work.forEach(Runnable::run);
        idle.begin();
        if (!next.alive()) {
            instanceFailed(next, next.endReason()); // its first commit failed before it was known here
        }
        return CompletableFuture.completedStage(null);
    }

    private static Runnable offerAgain(Instance next, ActorTask task) {
        try {
            return next.offerAgain(task).orElse(() -> task.refused(ErrorCode.ACTOR_STOPPING.error()));
        } catch (RivetException e) {
            return () -> task.refused(e);
        }
    }

    /** An instance whose start failed is taken apart before anybody hears of it. */
    private CompletionStage<Void> ended(Instance failed, RivetException error) {
        failed.revoke(error);
        failed.failOutputs(error);
        return quietOr(failed, platform.limits().abandonAfter()).thenCompose(quiet -> {
            failed.cutOff();
            failed.dispose();
            return CompletableFuture.failedStage(error);
        });
    }

    /** Returns a stage that completes when nothing of an instance runs any more, or the time is over. */
    CompletionStage<Void> quietOr(Instance ending, Duration limit) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        var timer = platform.time().after(limit, () -> done.complete(null));
        ending.turns().quiet().whenComplete((quiet, error) -> {
            timer.cancel();
            done.complete(null);
        });
        // what follows must not run on the thread of the last turn, which still is the actor's
        return done.thenApplyAsync(v -> v, platform.actorThreads());
    }

    /**
     * An instance cannot go on: its memory is not to be trusted any more, or a turn of it is beyond help. Another one starts from what is durable; work that has not begun
     * goes on there.
     */
    void instanceFailed(Instance failed, RivetException reason) {
        restart(failed, reason, platform.limits().abandonAfter());
    }

    /** A turn of an instance ignores its interruption, and nothing else can run while it does. */
    void abandon(Instance stuckOne) {
        restart(stuckOne, ErrorCode.ACTOR_STOPPED.error("committed", "no").withActor(specifier), Duration.ZERO);
    }

    private void restart(Instance failed, RivetException reason, Duration patience) {
        CompletableFuture<Void> restarted = new CompletableFuture<>();
        synchronized (this) {
            if (instance.isEmpty() || instance.get() != failed || phase != Phase.RUNNING) {
                failed.revoke(reason);
                return; // it is being stopped: the stop goes on without its changes
            }
            phase = Phase.RESTARTING;
            instance = Optional.empty();
            for (Task task : failed.revoke(reason)) {
                held.add((ActorTask) task);
            }
            launching = restarted;
        }
        quietOr(failed, patience)
            .thenCompose(quiet -> closeDatabase())
            .thenCompose(closed -> {
                failed.cutOff();
                failed.dispose();
                return platform.factories().await(start.name());
            })
            .thenCompose(factory -> launch(factory, failed.incarnation().next()))
            .whenComplete((done, error) -> {
                if (error != null) {
                    crashed(Failures.of(error));
                }
                restarted.complete(null);
            });
    }

    private void crashed(RivetException error) {
        log.error("actor {} ({}) could not be restarted", specifier, start.name(), error);
        refuseHeld(ErrorCode.ACTOR_RESTARTING);
        engine.intendStop(start.actorId(), start.generation(), Optional.of(error.getMessage()));
    }

    private void refuseHeld(ErrorCode why) {
        List<ActorTask> work;
        synchronized (this) {
            work = new ArrayList<>(held);
            held.clear();
        }
        work.forEach(task -> task.refused(why.error().withActor(specifier)));
    }

    private CompletionStage<Void> closeDatabase() {
        Optional<Database> open;
        synchronized (this) {
            open = database;
            database = Optional.empty();
        }
        return open.isEmpty() ? CompletableFuture.completedStage(null) : open.get().close().exceptionally(error -> {
            log.warn("actor {}: its database did not close cleanly", specifier, error);
            return null;
        });
    }

    // ------------------------------------------------------------------ work

    /**
     * Lets work in.
     *
     * @throws NotAdmittedException if the generation takes none; nothing has begun
     * @throws RivetException {@code actor.overloaded}
     */
    void admit(ActorTask task) {
        // begins only without the lock, which the turn needs as well
        letIn(task).run();
    }

    private synchronized Runnable letIn(ActorTask task) {
        if (phase == Phase.RUNNING && !destroyRequested) {
            Optional<Runnable> begin = instance.orElseThrow().offer(task);
            if (begin.isPresent()) {
                return begin.get();
            }
        } else if (phase == Phase.RESTARTING && !destroyRequested) {
            int limit = platform.limits().turns().waiting();
            if (held.size() >= limit) {
                throw ErrorCode.ACTOR_OVERLOADED.error("channel", "inbox", "operation", task.what(), "capacity", limit);
            }
            held.add(task);
            return HELD;
        }
        throw new NotAdmittedException(refusal());
    }

    /** Lets work in, or tells it why not. */
    void admitOrRefuse(ActorTask task) {
        try {
            admit(task);
        } catch (NotAdmittedException e) {
            task.refused(e.reason());
        } catch (RivetException e) {
            task.refused(e.withActor(specifier));
        }
    }

    /**
     * Calls an action on behalf of an HTTP request, which is a connection of its own.
     *
     * @param params plain value; null if the client gave none
     * @param reply hears of a refusal as well
     */
    public void request(String action, List<Object> arguments, Object params, ActionReply reply) {
        Conn conn = new Conn(platform.connectionIds().get(), params, Optional.empty());
        RequestTask task = new RequestTask(action, arguments, conn, reply);
        task.watch(this);
        admitOrRefuse(task);
    }

    /** Returns why no work is let in (R-reg-30). */
    private RivetException refusal() {
        ErrorCode why = destroyRequested ? ErrorCode.ACTOR_DESTROYING : phase == Phase.STARTING ? ErrorCode.ACTOR_STARTING : ErrorCode.ACTOR_STOPPING;
        return why.error().withActor(specifier);
    }

    /** Returns the largest messages and the time that its code allows; those of the platform while no code is known. */
    public synchronized Optional<FactoryGeneration> code() {
        return code;
    }

    Duration actionTimeout() {
        return code().map(factory -> factory.options().actionTimeout()).orElse(Duration.ofSeconds(60));
    }

    /** The time of a call is over and its caller has been told. */
    void timedOut(ActionTask task, RivetException error) {
        Optional<Instance> running = instance();
        if (running.isPresent() && !running.get().turns().withdraw(task)) {
            running.get().interrupt(task, error);
        }
    }

    synchronized Optional<Instance> instance() {
        return instance;
    }

    synchronized Phase phase() {
        return phase;
    }

    /** Asks the engine to let the actor sleep (R-stop-1). */
    void requestSleep() {
        synchronized (this) {
            if (sleepRequested || destroyRequested) {
                return;
            }
            sleepRequested = true;
        }
        engine.intendSleep(start.actorId(), start.generation());
    }

    /** Asks the engine to end the actor (R-stop-2, R-stop-3). */
    void requestDestroy() {
        synchronized (this) {
            if (destroyRequested) {
                throw ErrorCode.ACTOR_STOPPING.error().withActor(specifier);
            }
            destroyRequested = true;
        }
        engine.intendStop(start.actorId(), start.generation(), Optional.empty());
    }

    // ------------------------------------------------------------------ stop

    /** Stops the generation; every call returns the same stage. */
    public CompletionStage<Void> stop(StopCause cause) {
        return stop(new Stopping(this, cause));
    }

    /** Stops the generation because its code goes away, within a shorter time. */
    public CompletionStage<Void> stopForUpgrade(Duration limit) {
        CompletionStage<Void> done = stop(Stopping.forUpgrade(this, limit));
        engine.intendSleep(start.actorId(), start.generation());
        return done;
    }

    private CompletionStage<Void> stop(Stopping how) {
        // a stop that comes during a start waits for its end (R-reg-21)
        CompletionStage<Void> before;
        synchronized (this) {
            before = launching;
        }
        before.whenComplete((ready, error) -> {
            synchronized (this) {
                if (phase == Phase.RESTARTING && launching != before) {
                    launching.whenComplete((again, failure) -> stop(how));
                    return;
                }
                if (phase == Phase.STOPPING || phase == Phase.STOPPED) {
                    return;
                }
                phase = Phase.STOPPING;
                destroyRequested |= how.destroys();
            }
            idle.end();
            refuseHeld(ErrorCode.ACTOR_STOPPING); // it came after a restart had failed
            how.run().thenCompose(done -> closeDatabase()).whenComplete((done, failure) -> {
                synchronized (this) {
                    phase = Phase.STOPPED;
                    instance = Optional.empty();
                }
                how.closeLeft();
                stopped.complete(null);
            });
        });
        return stopped;
    }

    /** Looks after turns that do not end. Called about every quarter of a second. */
    public void watch() {
        instance().ifPresent(running -> stuck.watch(this, running));
    }

    /** Returns the thread that runs the actor's code now. */
    public Optional<Thread> thread() {
        return instance().flatMap(running -> running.turns().running()).map(Turns.Running::thread);
    }

    /** Returns what the actor is doing; empty if no instance is running. */
    public Optional<ActorInfo.Live> live() {
        return instance().map(running -> new ActorInfo.Live(running.incarnation().instance(), running.code().origin().toString(), connections.size(),
            running.turns().waiting(), running.turns().begun(), running.stats().turns(), running.stats().errors(), running.stats().busyNanos() / 1_000));
    }

    /**
     * Reads the state as the latest turn left it, as a plain value. Fails with {@code actor.stopping} if no instance is running, and with
     * {@code actor.state_not_enabled}.
     */
    public CompletionStage<Object> state() {
        StateTask task = new StateTask();
        admitOrRefuse(task);
        return task.result();
    }
}
