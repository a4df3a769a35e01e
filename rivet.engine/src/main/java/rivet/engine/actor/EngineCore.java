package rivet.engine.actor;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.directory.CrashPolicy;
import rivet.engine.directory.Directory;
import rivet.engine.directory.EscapedKey;
import rivet.engine.directory.Listing;
import rivet.spi.engine.ActorHost;
import rivet.spi.engine.ActorQuery;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.ActorTally;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/**
 * The engine in this process: drives the runtime that it is attached to and answers what the runtime asks.
 * <p>
 * Opened over an open directory, which it owns from then on. {@link #close} ends the actors first and the directory last.
 */
public final class EngineCore implements Engine {

    private static final Logger LOG = LoggerFactory.getLogger(EngineCore.class);

    private final Shared shared;
    private final Cluster cluster;
    private final Actors actors;
    private final Upkeep upkeep;
    private final Resuming resuming;
    private final Returning returning;

    private EngineCore(Shared shared, Cluster cluster, ActorIds ids) {
        this.shared = shared;
        this.cluster = cluster;
        this.actors = new Actors(shared, shared.cells(), cluster, ids);
        this.upkeep = new Upkeep(shared, shared.cells());
        this.resuming = new Resuming(shared, shared.cells());
        this.returning = new Returning(shared, shared.cells());
    }

    /** Attaches an engine to a runtime, begins to ring alarms, and goes on with what a process before left unfinished. */
    public static EngineCore attach(ActorHost host, Directory directory, InstantSource clock, ScheduledExecutorService timer, Limits limits,
            Cluster cluster, ActorIds ids) {
        Shared shared = new Shared(directory, clock, timer, limits);
        EngineCore engine = new EngineCore(shared, cluster, ids);
        shared.attached(host.attach(engine));
        shared.alarms().open();
        engine.upkeep.open();
        engine.resuming.open();
        return engine;
    }

    /** Returns how many actors are in memory: those that are awake, and sleeping ones up to the limit. */
    public int resident() {
        return shared.cells().size();
    }

    /** Returns the actors. */
    public Actors actors() {
        return actors;
    }

    /**
     * Takes no more work, has the runtime put every actor to sleep, which blocks within the runtime's bounds, and closes the directory.
     * Done when that is closed.
     */
    public CompletionStage<Void> close() {
        shared.cells().close();
        shared.alarms().close();
        upkeep.close();
        resuming.close();
        returning.close();
        try {
            shared.hosting().close();
        } catch (RuntimeException e) {
            LOG.warn("The runtime did not put all actors to sleep", e);
        }
        Directory directory = shared.directory();
        return directory.actors().allSlept(shared.now()).handle((done, failure) -> null).thenCompose(done -> directory.close());
    }

    @Override
    public String region() {
        return cluster.datacenter();
    }

    @Override
    public void intendSleep(String actorId, int generation) {
        ActorCell cell = shared.cells().resident(actorId);
        if (cell != null) {
            cell.intendSleep(generation);
        }
    }

    @Override
    public void intendStop(String actorId, int generation, Optional<String> error) {
        ActorCell cell = shared.cells().resident(actorId);
        if (cell != null) {
            cell.intendStop(generation, error);
        }
    }

    @Override
    public CompletionStage<Void> setAlarm(String actorId, int generation, Optional<Instant> at) {
        ActorCell cell = shared.cells().resident(actorId);
        return cell == null ? CompletableFuture.completedFuture(null)
            : cell.setAlarm(generation, at.map(Instant::toEpochMilli).orElse(0L)).thenApply(done -> null);
    }

    @Override
    public void typePresent(String typeName) {
        returning.present(typeName);
    }

    @Override
    public CompletionStage<Optional<ActorRecord>> find(String actorId) {
        return actors.record(actors.find(actorId));
    }

    @Override
    public CompletionStage<Optional<ActorRecord>> find(String namespace, String name, List<String> key) {
        return actors.record(actors.find(new ActorKey(namespace, name, EscapedKey.of(key))))
            .thenApply(found -> found.filter(actor -> actor.destroyedAt().isEmpty()));
    }

    @Override
    public CompletionStage<ActorRecord> create(String namespace, String name, List<String> key, byte[] input, boolean orGet) {
        Creation wish = new Creation(namespace, name, Optional.of(EscapedKey.of(key)), Cluster.DEFAULT_POOL, Optional.empty(),
            CrashPolicy.SLEEP, input);
        return actors.create(wish, orGet).thenApply(found -> found.actor().record());
    }

    @Override
    public CompletionStage<Page> list(ActorQuery query) {
        Listing listing = new Listing(query.namespace(), query.name(), Optional.empty(), query.idPrefix(), query.text(), query.condition(), query.includeDestroyed(),
            query.before().flatMap(Listing.Cursor::parse), Math.clamp(query.limit(), 1, 1_000));
        return actors.list(listing).thenApply(found -> new Page(found.stream().map(Snapshot::record).toList(),
            found.size() < listing.limit() ? Optional.empty()
                : Optional.of(Listing.Cursor.after(found.getLast().row()).toString())));
    }

    @Override
    public CompletionStage<List<ActorTally>> tallies() {
        return actors.tallies();
    }

    @Override
    public CompletionStage<Void> sleep(String actorId) {
        return actors.sleep(actorId, false);
    }

    @Override
    public CompletionStage<Void> reschedule(String actorId) {
        return actors.sleep(actorId, true);
    }

    @Override
    public CompletionStage<Void> destroy(String actorId) {
        return actors.destroyed(actorId);
    }

    @Override
    public CompletionStage<HttpReply> request(String actorId, HttpCall call) {
        return actors.request(actorId, call);
    }

    @Override
    public CompletionStage<SocketListener> open(String actorId, SocketCall call, ClientSocket socket) {
        return actors.open(actorId, call, socket);
    }
}
