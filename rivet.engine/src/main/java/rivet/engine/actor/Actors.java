package rivet.engine.actor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import rivet.engine.actor.Cells.Placed;
import rivet.engine.directory.ActorRow;
import rivet.engine.directory.Listing;
import rivet.engine.directory.Namespace;
import rivet.engine.directory.NamespaceTable;
import rivet.engine.directory.NewActor;
import rivet.error.ErrorCode;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.ActorTally;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Hosting;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/**
 * The actors of this engine, as gateway and API use them: found, created, carried to. Failures are
 * {@link rivet.error.RivetException}s of spec/wire.md 10. Results come on any thread, which must not be held up.
 */
public final class Actors {

    /**
     * An actor that was asked for.
     *
     * @param actor what is known of it
     * @param created whether it is new
     */
    public record Found(Snapshot actor, boolean created) {}

    /** Longest that a creation waits for the destruction of the actor that has the key (spec/wire.md 12, resolving a query). */
    private static final long KEY_PATIENCE = 15_000;

    private final Surroundings around;
    private final Cells cells;
    private final Cluster cluster;
    private final Supplier<String> ids;

    Actors(Surroundings around, Cells cells, Cluster cluster, Supplier<String> ids) {
        this.around = around;
        this.cells = cells;
        this.cluster = cluster;
        this.ids = ids;
    }

    /** Returns what this engine is to clients. */
    public Cluster cluster() {
        return cluster;
    }

    /** Returns how many actors are awake, about. */
    public int awake() {
        return cells.awake();
    }

    /** Returns the time, epoch milliseconds. */
    public long now() {
        return around.now();
    }

    /** Returns the table of namespaces. */
    public NamespaceTable namespaces() {
        return around.directory().namespaces();
    }

    /** Finds a namespace; {@code namespace.not_found} unless namespaces are created as they are named. */
    public CompletionStage<Namespace> namespace(String name) {
        return namespaces().find(name).thenCompose(found -> {
            if (found.isPresent()) {
                return CompletableFuture.completedFuture(found.get());
            }
            return cluster.createNamespaces() && NamespaceTable.isName(name) ? namespaces().create(name, name)
                : CompletableFuture.failedFuture(ErrorCode.NAMESPACE_NOT_FOUND.error("name", name));
        });
    }

    /** Returns the id of the actor that has a key if it is running right now, or null: for those who can't wait for a stage. */
    public String running(ActorKey key) {
        ActorCell cell = cells.resident(key);
        return cell != null && cell.isOpen() ? cell.id() : null;
    }

    /** Finds the actor that has a key. */
    public CompletionStage<Optional<Snapshot>> find(ActorKey key) {
        // a cell may still be known by its key in the moment after its end
        return namespace(key.namespace()).thenCompose(namespace -> cells.find(key))
            .thenApply(cell -> cell.map(ActorCell::snapshot).filter(snapshot -> snapshot.status() != ActorRecord.Status.DESTROYED));
    }

    /** Finds an actor by its id, destroyed ones for a while included. */
    public CompletionStage<Optional<Snapshot>> find(String id) {
        ActorCell cell = cells.resident(id);
        return cell != null ? CompletableFuture.completedFuture(Optional.of(cell.snapshot()))
            : around.table().find(id).thenApply(row -> row.map(this::snapshot));
    }

    private Snapshot snapshot(ActorRow row) {
        ActorCell cell = cells.resident(row.id());
        return cell != null ? cell.snapshot() : Snapshot.resting(row);
    }

    /** Lists actors, the newest first. */
    public CompletionStage<List<Snapshot>> list(Listing listing) {
        return around.table().list(listing).thenApply(rows -> rows.stream().map(this::snapshot).toList());
    }

    /** Counts the living actors by namespace and type. */
    public CompletionStage<List<ActorTally>> tallies() {
        return around.table().tallies();
    }

    /** Lists the names of the types that ever had an actor in a namespace. */
    public CompletionStage<List<String>> names(String namespace, String after, int limit) {
        return namespace(namespace).thenCompose(known -> around.table().names(namespace, after, limit));
    }

    /**
     * Creates an actor and has it started, atomically for its key.
     *
     * @param orGet whether an actor that has the key already is as good as a new one; else that fails with
     *        {@code actor.duplicate_key}
     */
    public CompletionStage<Found> create(Creation wish, boolean orGet) {
        return namespace(wish.namespace()).thenCompose(namespace -> {
            if (wish.datacenter().isPresent() && !wish.datacenter().get().equals(cluster.datacenter())) {
                throw ErrorCode.DATACENTER_NOT_FOUND.error("name", wish.datacenter().get());
            }
            if (!cluster.hasPool(wish.pool())) {
                throw ErrorCode.ACTOR_NO_RUNNER_CONFIG_CONFIGURED.error("namespace", wish.namespace(), "pool_name", wish.pool());
            }
            return lookUp(wish, orGet, around.now() + KEY_PATIENCE);
        });
    }

    private CompletionStage<Found> lookUp(Creation wish, boolean orGet, long deadline) {
        if (wish.key().isEmpty()) {
            return insert(wish, orGet, deadline);
        }
        return cells.find(new ActorKey(wish.namespace(), wish.name(), wish.key().get()))
            .thenCompose(cell -> cell.isPresent() ? existing(cell.get(), wish, orGet, deadline) : insert(wish, orGet, deadline));
    }

    private CompletionStage<Found> insert(Creation wish, boolean orGet, long deadline) {
        if (!around.table().knows(wish.name()) && around.hosting().status(wish.name()) == Hosting.TypeStatus.UNKNOWN) {
            throw ErrorCode.ACTOR_NOT_REGISTERED.error("name", wish.name());
        }
        NewActor actor = new NewActor(ids.get(), wish.namespace(), wish.name(), wish.key(), wish.pool(), wish.crashPolicy(), wish.input(),
            around.hosting().resumes(wish.name()));
        return cells.create(actor).thenCompose((Placed placed) -> placed.created()
            ? CompletableFuture.completedFuture(new Found(placed.cell().snapshot(), true))
            : existing(placed.cell(), wish, orGet, deadline));
    }

    private CompletionStage<Found> existing(ActorCell cell, Creation wish, boolean orGet, long deadline) {
        if (cell.condemned()) {
            return whenKeyIsFree(cell, deadline).thenCompose(free -> lookUp(wish, orGet, deadline));
        }
        return orGet ? CompletableFuture.completedFuture(new Found(cell.snapshot(), false))
            : CompletableFuture.failedFuture(ErrorCode.ACTOR_DUPLICATE_KEY.error("existing_actor_id", cell.id(), "key", wish.key().get()));
    }

    private CompletionStage<Void> whenKeyIsFree(ActorCell cell, long deadline) {
        CompletableFuture<Void> free = cell.ending().done().toCompletableFuture().copy();
        Future<?> tooLate = around.timer().schedule(() -> {
            free.completeExceptionally(ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY.error());
        }, Math.max(0, deadline - around.now()), TimeUnit.MILLISECONDS);
        free.whenComplete((done, failure) -> tooLate.cancel(false));
        return free;
    }

    /** Carries an HTTP request to an actor, waking it if it sleeps. */
    public CompletionStage<HttpReply> request(String id, HttpCall call) {
        PendingRequest pending = new PendingRequest(call);
        cells.submit(id, pending);
        return pending.result();
    }

    /** Carries a WebSocket to an actor, waking it if it sleeps. */
    public CompletionStage<SocketListener> open(String id, SocketCall call, ClientSocket socket) {
        PendingSocket pending = new PendingSocket(call, socket, around.hibernation());
        cells.submit(id, pending);
        return pending.result();
    }

    /** Puts an actor to sleep, or has it start anew; done when it sleeps. */
    public CompletionStage<Void> sleep(String id, boolean again) {
        CompletableFuture<Void> asleep = new CompletableFuture<>();
        return required(id, cells.with(id, cell -> cell.sleep(again, asleep))).thenCompose(found -> asleep);
    }

    /** Destroys an actor; done when that can't be undone any more. */
    public CompletionStage<Void> condemn(String id) {
        return destroy(id).thenCompose(Ending::certain);
    }

    /** Destroys an actor; done when it and all it stored are gone. */
    public CompletionStage<Void> destroyed(String id) {
        return destroy(id).thenCompose(Ending::done);
    }

    private CompletionStage<Ending> destroy(String id) {
        CompletableFuture<Ending> ending = new CompletableFuture<>();
        return required(id, cells.with(id, cell -> {
            boolean here = cell.destroy();
            if (here) {
                ending.complete(cell.ending());
            }
            return here;
        })).thenCompose(found -> ending);
    }

    private static CompletionStage<Boolean> required(String id, CompletionStage<Boolean> found) {
        return found.thenApply(there -> {
            if (!there) {
                throw Admission.notFound(id);
            }
            return true;
        });
    }

    /** Returns the record of an actor in the words of the seam. */
    CompletionStage<Optional<ActorRecord>> record(CompletionStage<Optional<Snapshot>> actor) {
        return actor.thenApply(found -> found.map(Snapshot::record));
    }
}
