package rivet.runtime.actor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.ConnectionRequest;
import rivet.actor.Request;
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
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;

/**
 * One generation of an actor in this process, from its start to its stop. It outlives the instances of the actor's code: connections and work that has not begun
 * belong to it, and go on with the next instance when one has failed.
 * <p>
 * Invariants, under {@code this}: there is an {@code instance} in phases RUNNING and STOPPING (unless it failed there); {@code held} has work in phase RESTARTING
 * only (and in RUNNING until the failure of an instance is heard of); the phases are passed in order, but for RUNNING and RESTARTING, which alternate. Nothing
 * foreign is called under the lock but the instance's turn lock, whose mutex is always taken last.
 */
public final class Cell implements Generation {

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
    private final Watches watches = new Watches(this);
    private final Idle idle;
    private final Intents intents;
    private final Launching launcher;
    private final Placement placement;
    private final RestartPauses pauses;
    private final Restoring restoring;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private Phase phase = Phase.STARTING;
    private CompletionStage<Void> launching = started; // ends when the latest start or restart has, either way
    private Optional<Instance> instance = Optional.empty();
    private final Held held;
    private final Set<String> leftBehind = ConcurrentHashMap.newKeySet();
    private Optional<Stopping> stopping = Optional.empty();
    private volatile boolean socketsStay = true;

    /**
     * Makes a generation; {@link #begin} follows.
     *
     * @param stayed sockets that have stayed since the generation before
     * @param reconnecting makes connections of them
     */
    public Cell(Platform platform, ActorStart start, Engine engine, StuckTurns stuck, List<HibernatingSocket> stayed, Reconnecting reconnecting) {
        this.platform = platform;
        this.start = start;
        this.engine = engine;
        this.stuck = stuck;
        specifier = new ActorSpecifier(start.actorId(), start.generation(), start.key().isEmpty() ? Optional.empty() : Optional.of(ActorKeys.escape(start.key())));
        held = new Held(platform.limits().turns().waiting());
        begunAt = platform.time().clock().instant();
        idle = new Idle(this, platform.time());
        intents = new Intents(this, engine);
        launcher = new Launching(this);
        placement = new Placement(this, launcher);
        pauses = new RestartPauses(platform);
        restoring = new Restoring(this, stayed, reconnecting);
    }

    Platform platform() {
        return platform;
    }

    @Override
    public ActorStart start() {
        return start;
    }

    /** Returns when it came here. */
    public Instant begunAt() {
        return begunAt;
    }

    @Override
    public ActorSpecifier specifier() {
        return specifier;
    }

    String typeName() {
        return start.name();
    }

    Engine engine() {
        return engine;
    }

    Intents intents() {
        return intents;
    }

    Connections connections() {
        return connections;
    }

    Restoring restoring() {
        return restoring;
    }

    /** Returns those who watch it. */
    Watches watches() {
        return watches;
    }

    /** Returns the ids of scheduled calls for which an instance had to be left behind, as their actions did not end. */
    Set<String> leftBehind() {
        return leftBehind;
    }

    // ------------------------------------------------------------------ start and restart

    /** Starts the first instance. */
    @Override
    public CompletionStage<Void> begin() {
        placement.launch(new Incarnation(start.generation(), 1))
            .thenAccept(this::running)
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
        launcher.closeDatabase().whenComplete((closed, ignored) -> {
            started.completeExceptionally(error);
            stopped.complete(null);
        });
    }

    /** An instance is ready: its run handler comes first, then what was held (R-start-1, R-start-2). */
    private void running(Instance next) {
        List<Runnable> work = new ArrayList<>();
        synchronized (this) {
            instance = Optional.of(next);
            phase = Phase.RUNNING;
            next.meters().started();
            next.offerRun().ifPresent(work::add);
            next.firing().begin().ifPresent(work::add);
            held.take().forEach(task -> work.add(offerAgain(next, task)));
        }
        work.forEach(Runnable::run);
        restoring.resume(next);
        idle.begin();
        if (!next.alive()) {
            instanceFailed(next, next.endReason()); // its first commit failed before it was known here
        }
    }

    private Runnable offerAgain(Instance next, ActorTask task) {
        try {
            Optional<Runnable> begin = next.inbox().offerAgain(task);
            if (begin.isEmpty()) {
                held.takeOver(task); // it has failed already: what follows restarts it again
            }
            return begin.orElse(HELD);
        } catch (RivetException e) {
            return () -> task.refused(e);
        }
    }

    /**
     * An instance cannot go on: its memory is not to be trusted any more, or a turn of it is beyond help. Another one starts from what is durable; work that has not
     * begun goes on there.
     */
    void instanceFailed(Instance failed, RivetException reason) {
        restart(failed, reason, platform.limits().abandonAfter());
    }

    /** A turn of an instance ignores its interruption, and nothing else can run while it does. */
    void abandon(Instance stuckOne) {
        restart(stuckOne, ErrorCode.ACTOR_STOPPED.error("committed", "no").withActor(specifier), Duration.ZERO);
    }

    /** The start of an instance ignores its interruption. */
    void leftBehind(Instance starting) {
        stuck.leftBehind(this, starting);
    }

    private void restart(Instance failed, RivetException reason, Duration patience) {
        CompletableFuture<Void> restarted = new CompletableFuture<>();
        List<ActorTask> unbegun = new ArrayList<>();
        boolean stops;
        synchronized (this) {
            failed.revoke(reason).forEach(task -> unbegun.add((ActorTask) task));
            stops = instance.isEmpty() || instance.get() != failed || phase != Phase.RUNNING;
            if (!stops) {
                phase = Phase.RESTARTING;
                instance = Optional.empty();
                unbegun.stream().filter(ActorTask::outlivesInstance).forEach(held::takeOver);
                unbegun.removeIf(ActorTask::outlivesInstance);
                launching = restarted;
            }
        }
        restoring.instanceEnded();
        RivetException why = stops ? (intents.destroys() ? ErrorCode.ACTOR_DESTROYING : ErrorCode.ACTOR_RESTARTING).error().withActor(specifier) : reason;
        unbegun.forEach(task -> task.refused(why));
        if (stops) {
            return; // the stop goes on without its changes
        }
        failed.meters().stopped();
        connections.closeSockets(1011, ErrorCode.ACTOR_RESTARTING.reason());
        platform.orAfter(failed.turns().quiet(), patience)
            .thenCompose(quiet -> launcher.closeDatabase())
            .thenCompose(closed -> {
                failed.cutOff();
                failed.dispose();
                return pauses.over();
            })
            .thenCompose(over -> placement.launch(failed.incarnation().next()))
            .thenAccept(this::running)
            .whenComplete((done, error) -> {
                if (error != null && !launcher.isLost()) {
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
            work = held.take();
        }
        work.forEach(task -> task.refused(why.error().withActor(specifier)));
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
        if (phase == Phase.RUNNING && !intents.destroys()) {
            Optional<Runnable> begin = instance.orElseThrow().inbox().offer(task);
            if (begin.isPresent()) {
                return begin.get();
            }
        } else if (phase == Phase.RESTARTING && !intents.destroys() && task.outlivesInstance()) {
            held.add(task);
            return HELD;
        } else if (phase == Phase.STOPPING && !intents.destroys() && task.cause().comesFrom(this)) {
            Optional<Runnable> begin = instance.flatMap(draining -> draining.inbox().offer(task)); // or what it drains would wait for it in vain
            if (begin.isPresent()) {
                return begin.get();
            }
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
     * @param request the HTTP request
     * @param params plain value; null if the client gave none
     * @param reply hears of a refusal as well
     */
    public void request(String action, List<Object> arguments, ConnectionRequest request, Object params, ActionReply reply) {
        call(new ActionTask(action, arguments, Optional.of(visitor(request, params)), true, reply));
    }

    /**
     * Has an HTTP request answered by the actor itself; it is a connection of its own as well.
     *
     * @param content the request as the actor's code sees it
     * @param request as its connection shows it
     * @param params plain value; null if the client gave none
     * @param reply hears of a refusal as well
     */
    public void request(Request content, ConnectionRequest request, Object params, CallReply<HttpReply> reply) {
        call(new RawRequestTask(content, visitor(request, params), reply));
    }

    private Conn visitor(ConnectionRequest request, Object params) {
        return new Conn(platform.connectionIds().get(), request, params, Optional.empty());
    }

    private void call(CallTask<?> task) {
        if (platform.chains().admits(this, task)) {
            task.watch(this);
            admitOrRefuse(task);
        }
    }

    /**
     * Puts a message into the queue on behalf of an HTTP request, which is a connection of its own.
     *
     * @param params plain value; null if the client gave none
     * @param reply hears of a refusal as well
     */
    public void post(QueueSend message, ConnectionRequest request, Object params, QueueReply reply) {
        call(new QueueSendTask(message, visitor(request, params), reply));
    }

    /** What has the sockets is about to go as well: they do not stay. */
    public void letSocketsGo() {
        socketsStay = false;
    }

    boolean socketsStay() {
        return socketsStay;
    }

    /** Returns why no work is let in (R-reg-30). */
    private RivetException refusal() {
        ErrorCode why = intents.destroys() ? ErrorCode.ACTOR_DESTROYING : phase == Phase.STARTING ? ErrorCode.ACTOR_STARTING : ErrorCode.ACTOR_STOPPING;
        return why.error().withActor(specifier);
    }

    /** Returns the largest messages and the time that its code allows; those of the platform while no code is known. */
    public Optional<FactoryGeneration> code() {
        return launcher.code();
    }

    synchronized Optional<Instance> instance() {
        return instance;
    }

    /**
     * Checks that the actor has been started.
     *
     * @throws RivetException {@code actor.starting} in a start hook
     */
    synchronized void checkStarted() {
        if (phase == Phase.STARTING || phase == Phase.RESTARTING) {
            throw ErrorCode.ACTOR_STARTING.error().withActor(specifier);
        }
    }

    // ------------------------------------------------------------------ stop

    /** One that destroys turns one that does not, and is under way, into one that does. */
    @Override
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
        pauses.cut();
        if (how.cause() == StopCause.LOST) {
            launcher.lose(ErrorCode.ACTOR_STOPPING.error().withActor(specifier));
        }
        // a stop that comes during a start waits for its end (R-reg-21)
        CompletionStage<Void> before;
        synchronized (this) {
            before = launching;
        }
        before.whenComplete((ready, error) -> {
            boolean first = false;
            synchronized (this) {
                if (phase == Phase.RESTARTING && launching != before) {
                    launching.whenComplete((again, failure) -> stop(how));
                    return;
                }
                if (phase != Phase.STOPPING && phase != Phase.STOPPED) {
                    phase = Phase.STOPPING;
                    stopping = Optional.of(how);
                    first = true;
                }
            }
            if (how.destroys()) {
                intents.destroyed();
            }
            if (!first) {
                escalate(how.cause());
                return;
            }
            idle.end();
            refuseHeld(ErrorCode.ACTOR_STOPPING); // it came after a restart had failed
            how.run().thenCompose(done -> launcher.closeDatabase()).whenComplete((done, failure) -> {
                synchronized (this) {
                    phase = Phase.STOPPED;
                    instance = Optional.empty();
                }
                how.closeLeft();
                watches.close();
                stopped.complete(null);
            });
        });
        return stopped;
    }

    /** Destroys the actor if it is about to go to sleep; cuts the stop short if the generation is lost. */
    void escalate(StopCause cause) {
        Optional<Stopping> current;
        synchronized (this) {
            current = phase == Phase.STOPPING ? stopping : Optional.empty();
        }
        if (cause.destroys()) {
            current.ifPresent(Stopping::escalate);
        } else if (cause == StopCause.LOST) {
            current.ifPresent(Stopping::lose);
        }
    }

    /** The time of an alarm has come. */
    public void alarm() {
        admitOrRefuse(new PlatformTask("alarm", running -> running.wakes().rang()));
    }

    /** Looks after turns that do not end. Called about every quarter of a second. Returns the thread that runs the actor's code now. */
    public Optional<Thread> watch() {
        instance().ifPresent(running -> stuck.watch(this, running));
        return instance().flatMap(running -> running.turns().running()).map(Turns.Running::thread);
    }

    /** Returns what the actor is doing; empty if no instance is running. */
    public Optional<ActorInfo.Live> live() {
        return instance().map(running -> new ActorInfo.Live(running.incarnation().instance(), running.code().origin().toString(), connections.size(),
            running.turns().waiting(), running.turns().begun(), running.stats().turns(), running.stats().errors(), running.stats().busyNanos() / 1_000));
    }

    /** Returns about how many messages wait in its queue. */
    public int queued() {
        return instance().map(running -> running.queue().depth()).orElse(0);
    }

    /** Reads the state as the latest turn left it, as a plain value. Fails with {@code actor.stopping} if none runs, and {@code actor.state_not_enabled}. */
    public CompletionStage<Object> state() {
        StateTask task = new StateTask();
        admitOrRefuse(task);
        return task.result();
    }
}
