package rivet.runtime.actor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;


import rivet.error.ActorSpecifier;
import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.protocol.key.ActorKeys;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;

/**
 * One generation of an actor in this process, from its start to its stop. It outlives the instances of the actor's code: connections and work that has not begun
 * belong to it, and go on with the next instance when one has failed. Its parts share what it is: {@link Life} knows where it stands, {@link Instances} starts what is
 * at work, {@link Stops} ends it.
 */
public final class Cell implements Generation {

    private final Platform platform;
    private final ActorStart start;
    private final Engine engine;
    private final StuckTurns stuck;
    private final ActorSpecifier specifier;
    private final Instant begunAt;
    private final Connections connections = new Connections();
    private final Watches watches = new Watches(this);
    private final Happenings happenings;
    private final Idle idle;
    private final Intents intents;
    private final Launching launcher;
    private final Life life;
    private final Instances instances;
    private final Stops stops;
    private final Restoring restoring;
    private final Set<String> leftBehind = ConcurrentHashMap.newKeySet();
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
        happenings = new Happenings(this);
        begunAt = platform.time().clock().instant();
        idle = new Idle(this, platform.time());
        intents = new Intents(this, engine);
        restoring = new Restoring(this, stayed, reconnecting);
        life = new Life(this);
        launcher = new Launching(this);
        RestartPauses pauses = new RestartPauses(platform);
        instances = new Instances(this, launcher, pauses);
        stops = new Stops(this, launcher, pauses);
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

    /** Returns the name of its type. */
    public String typeName() {
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

    /** Returns where it stands. */
    Life life() {
        return life;
    }

    /** Returns what starts its instances. */
    Instances instances() {
        return instances;
    }

    /** Returns what puts it to sleep. */
    Idle idle() {
        return idle;
    }

    Restoring restoring() {
        return restoring;
    }

    /** Returns those who watch it. */
    Watches watches() {
        return watches;
    }

    /** Returns what tells others what happens in it. */
    Happenings happenings() {
        return happenings;
    }

    /** Returns the ids of scheduled calls for which an instance had to be left behind, as their actions did not end. */
    Set<String> leftBehind() {
        return leftBehind;
    }

    /** Returns whether it runs, so that it can be moved to other code. */
    public boolean isRunning() {
        return life.isRunning();
    }

    Optional<Instance> instance() {
        return life.instance();
    }

    @Override
    public CompletionStage<Void> begin() {
        return instances.begin();
    }

    /** One that destroys turns one that does not, and is under way, into one that does. */
    @Override
    public CompletionStage<Void> stop(StopCause cause) {
        return stops.stop(new Stopping(this, cause));
    }

    /** Stops the generation because its code goes away, within a shorter time. */
    public CompletionStage<Void> stopForUpgrade(Duration limit) {
        CompletionStage<Void> done = stops.stop(Stopping.forUpgrade(this, limit));
        engine.intendSleep(start.actorId(), start.generation());
        return done;
    }

    /**
     * Moves the actor to the code that a start takes now, within its generation: clients notice a pause at most (design.md section 6).
     *
     * @return the code that runs it then, which is the one before if the other cannot; fails if the actor comes to its end instead
     */
    public CompletionStage<FactoryGeneration> move() {
        return instances.move();
    }

    /** A stop that is under way has another cause as well. */
    void escalate(StopCause cause) {
        stops.escalate(cause);
    }

    /**
     * Lets work in.
     *
     * @throws NotAdmittedException if the generation takes none; nothing has begun
     * @throws RivetException {@code actor.overloaded}
     */
    void admit(ActorTask task) {
        // begins only without the lock, which the turn needs as well
        life.letIn(task).run();
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

    /** What has the sockets is about to go as well: they do not stay. */
    public void letSocketsGo() {
        socketsStay = false;
    }

    boolean socketsStay() {
        return socketsStay;
    }

    /** Returns the code of its latest start or restart; empty before the first. */
    public Optional<FactoryGeneration> code() {
        return launcher.code();
    }

    /** Returns whether that is its code. */
    public boolean isOn(FactoryGeneration code) {
        return code().filter(own -> own == code).isPresent();
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

    /** The start of an instance ignores its interruption. */
    void leftBehind(Instance starting) {
        stuck.leftBehind(this, starting);
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

    /** Returns how much work keeps it awake that its code declared. */
    public int keptAwake() {
        return instance().map(running -> running.activity().awake()).orElse(0);
    }

    /** Returns how much work there is that only a stop waits for. */
    public int waitedFor() {
        return instance().map(running -> running.activity().waited()).orElse(0);
    }

    /** Reads the state as the latest turn left it, as a plain value. Fails with {@code actor.stopping} if none runs, and {@code actor.state_not_enabled}. */
    public CompletionStage<Object> state() {
        StateTask task = new StateTask();
        admitOrRefuse(task);
        return task.result();
    }
}
