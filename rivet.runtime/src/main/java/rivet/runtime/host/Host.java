package rivet.runtime.host;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

import rivet.inspect.StuckTurn;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.Platform;
import rivet.runtime.actor.StuckTurns;
import rivet.runtime.inspect.InspectorAccess;
import rivet.runtime.inspect.EventTap;
import rivet.runtime.rollout.TypeRollouts;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Parking;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.wire.Routes;
import rivet.spi.engine.ActorHost;
import rivet.spi.engine.Engine;

/** The actors of this process, and the engine that drives them. */
public final class Host implements ActorHost {

    private static final Duration UPGRADE_LIMIT = Duration.ofSeconds(2);

    private final Platform platform;
    private final String version;
    private final boolean probes;
    private final StuckTurns stuck;
    private final Routes routes;
    private final InspectorAccess access;
    private final TypeRollouts rollouts;
    private Optional<AttachedEngine> attached = Optional.empty(); // guarded by this

    /**
     * Makes a host.
     *
     * @param version of the platform
     */
    public Host(Platform platform, String version) {
        this(platform, version, false);
    }

    /**
     * Makes a host.
     *
     * @param version of the platform
     * @param probes whether what only tests ask for is answered
     */
    public Host(Platform platform, String version, boolean probes) {
        this(platform, version, probes, new Routes(), new InspectorAccess("", Host::noRandom));
    }

    /**
     * Makes a host.
     *
     * @param version of the platform
     * @param probes whether what only tests ask for is answered
     * @param routes sub-paths of actors that others answer
     * @param access who may look into actors
     */
    public Host(Platform platform, String version, boolean probes, Routes routes, InspectorAccess access) {
        this.probes = probes;
        this.platform = platform;
        this.version = version;
        this.routes = routes;
        this.access = access;
        rollouts = new TypeRollouts(platform, () -> attached().map(AttachedEngine::cells).orElse(List.of()), Cell::move, platform.limits().moves());
        stuck = new StuckTurns(platform.time(), platform.carriers());
        platform.factories().onArrival(type -> {
            rollouts.goOn(type);
            attached().ifPresent(attachment -> attachment.engine().typePresent(type));
            rollouts.arrived(type);
        });
    }

    private static byte[] noRandom() {
        throw new IllegalStateException("this host makes no tokens");
    }

    Platform platform() {
        return platform;
    }

    Routes routes() {
        return routes;
    }

    InspectorAccess access() {
        return access;
    }

    StuckTurns stuck() {
        return stuck;
    }

    /** Returns what tells those who watch what happens in the actors of this process. */
    public EventTap events() {
        return platform.events();
    }

    /** Returns what moves awake actors to other code. */
    public TypeRollouts rollouts() {
        return rollouts;
    }

    /** Returns turns that run too long, and threads that were left behind. */
    public List<StuckTurn> stuckTurns() {
        return stuck.all();
    }

    synchronized Optional<AttachedEngine> attached() {
        return attached;
    }

    @Override
    public synchronized AttachedEngine attach(Engine engine) {
        if (attached.isPresent()) {
            throw new IllegalStateException("an engine is attached already");
        }
        AttachedEngine next = new AttachedEngine(this, engine, version, probes);
        attached = Optional.of(next);
        next.watch();
        return next;
    }

    synchronized void detached(AttachedEngine engine) {
        if (attached.isPresent() && attached.get() == engine) {
            attached = Optional.empty();
        }
    }

    /**
     * A factory goes: the instances that it made are let go before this returns, which takes at most about two seconds (design.md section 6). Who
     * does not end in that
     * time is cut off.
     */
    public void factoryRemoved(FactoryGeneration factory) {
        platform.factories().remove(factory);
        List<CompletableFuture<Void>> ends = attached().map(AttachedEngine::cells).orElse(List.of()).stream()
            .filter(cell -> cell.code().isPresent() && cell.code().get() == factory)
            .map(cell -> cell.stopForUpgrade(UPGRADE_LIMIT).toCompletableFuture())
            .toList();
        waitFor(ends, UPGRADE_LIMIT.plusMillis(500));
    }

    /** Stops what is left, as the engine would. */
    public void close() {
        attached().ifPresent(AttachedEngine::close);
    }

    /** Blocks until something is done or the time is over; returns why it is not done, if so. */
    public Optional<Throwable> await(CompletionStage<?> stage, Duration limit) {
        CompletableFuture<?> future = stage.toCompletableFuture();
        waitFor(List.of(future.handle((done, error) -> null)), limit);
        return future.isDone() ? future.handle((done, error) -> Optional.ofNullable(error)).join() : Optional.of(new TimeoutException("not done within " + limit));
    }

    /** Blocks until all are done or the time is over. */
    void waitFor(List<CompletableFuture<Void>> ends, Duration limit) {
        if (ends.isEmpty()) {
            return;
        }
        CompletableFuture<Void> over = new CompletableFuture<>();
        Time.Timer timer = platform.time().after(limit, () -> over.complete(null));
        CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).whenComplete((done, error) -> over.complete(null));
        Parking.untilDone(over);
        timer.cancel();
    }
}
