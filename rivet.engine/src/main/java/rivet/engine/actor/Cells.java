package rivet.engine.actor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

import rivet.engine.directory.ActorRow;
import rivet.engine.directory.ActorTable.Created;
import rivet.engine.directory.NewActor;
import rivet.error.ErrorCode;

/**
 * The actors that are in use, and as many sleeping ones as the limit allows, by id and by key; the others are in the directory and are
 * fetched when somebody asks for them. There is one cell of an actor at a time: the first that is put here, until it is retired, which only
 * happens when nothing of it is under way.
 */
final class Cells {

    private final Surroundings around;
    private final Map<String, ActorCell> byId = new ConcurrentHashMap<>();
    private final Map<ActorKey, ActorCell> byKey = new ConcurrentHashMap<>();
    /** Fetches that are under way: all who ask for the same share one. */
    private final Map<Object, CompletableFuture<Optional<ActorCell>>> fetches = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock: sleeping cells, the one that is longest asleep first
    private final LinkedHashSet<ActorCell> asleep = new LinkedHashSet<>();
    private volatile boolean closed;

    Cells(Surroundings around) {
        this.around = around;
    }

    /** Finds an actor by id, fetching it if need be. Destroyed ones are found for a while. */
    CompletionStage<Optional<ActorCell>> find(String id) {
        ActorCell cell = byId.get(id);
        if (cell != null) {
            return CompletableFuture.completedFuture(Optional.of(cell));
        }
        return fetch(id, () -> around.table().find(id));
    }

    /** Finds the actor that has a key, fetching it if need be; one whose destruction is not done still has it. */
    CompletionStage<Optional<ActorCell>> find(ActorKey key) {
        ActorCell cell = byKey.get(key);
        if (cell != null) {
            return CompletableFuture.completedFuture(Optional.of(cell));
        }
        return fetch(key, () -> around.table().find(key.namespace(), key.name(), key.key()));
    }

    /** Returns the actor if it is in memory, or null. */
    ActorCell resident(String id) {
        return byId.get(id);
    }

    /** Returns the actor that has a key if it is in memory, or null. */
    ActorCell resident(ActorKey key) {
        return byKey.get(key);
    }

    private CompletionStage<Optional<ActorCell>> fetch(Object what, Supplier<CompletionStage<Optional<ActorRow>>> query) {
        CompletableFuture<Optional<ActorCell>> fetch = new CompletableFuture<>();
        CompletableFuture<Optional<ActorCell>> other = fetches.putIfAbsent(what, fetch);
        if (other != null) {
            return other;
        }
        query.get().whenComplete((row, failure) -> {
            Optional<ActorCell> cell = failure == null ? row.map(this::install) : Optional.empty();
            fetches.remove(what);
            if (failure == null) {
                fetch.complete(cell);
            } else {
                fetch.completeExceptionally(Causes.named(failure));
            }
        });
        return fetch;
    }

    /** Creates an actor and starts it, unless there is one that has its key. */
    CompletionStage<Placed> create(NewActor actor) {
        if (closed) {
            return CompletableFuture.failedFuture(ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
        }
        return around.table().create(actor).thenApply(created -> placed(created, actor.input()));
    }

    /**
     * An actor that was created, or found in the attempt.
     *
     * @param cell the actor
     * @param created whether it is new
     */
    record Placed(ActorCell cell, boolean created) {}

    private Placed placed(Created created, byte[] input) {
        ActorRow row = created.row();
        if (!created.created()) {
            return new Placed(install(row), false);
        }
        ActorCell fresh = ActorCell.ofNew(around, row);
        ActorCell cell = put(fresh, row);
        if (cell == fresh) {
            cell.created(input);
        } else {
            // somebody fetched it as soon as it was committed: its first generation is skipped, the next start raises another
            cell.wake();
        }
        return new Placed(cell, true);
    }

    /** Puts an actor that was read from the directory here, or finds its cell. */
    ActorCell install(ActorRow row) {
        ActorCell fresh = new ActorCell(around, row);
        ActorCell cell = put(fresh, row);
        if (cell == fresh) {
            cell.look();
        }
        return cell;
    }

    private ActorCell put(ActorCell fresh, ActorRow row) {
        ActorCell other = byId.putIfAbsent(row.id(), fresh);
        if (other != null) {
            return other;
        }
        if (row.goneTs() == 0) {
            key(row).ifPresent(key -> byKey.put(key, fresh));
        }
        if (closed) {
            fresh.close();
        }
        return fresh;
    }

    private static Optional<ActorKey> key(ActorRow row) {
        return row.key().map(key -> new ActorKey(row.namespace(), row.name(), key));
    }

    /**
     * Does something with an actor wherever its cell is now.
     *
     * @param action false if the cell was forgotten meanwhile, then it is fetched again
     * @return whether there is such an actor
     */
    CompletionStage<Boolean> with(String id, Function<ActorCell, Boolean> action) {
        return find(id).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(false);
            }
            if (action.apply(found.get())) {
                return CompletableFuture.completedFuture(true);
            }
            forget(found.get());
            return with(id, action);
        });
    }

    /** Hands something to an actor; answers it if there is no such actor. */
    void submit(String id, Pending<?> pending) {
        ActorCell cell = byId.get(id);
        if (cell != null && cell.submit(pending)) {
            return;
        }
        if (closed) {
            pending.fail(ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
            return;
        }
        with(id, found -> found.submit(pending)).whenComplete((found, failure) -> {
            if (failure != null) {
                pending.fail(Causes.named(failure));
            } else if (!found) {
                pending.fail(Admission.notFound(id));
            }
        });
    }

    /** A cell sleeps with nothing to do: it may be forgotten once too many do. */
    void idle(ActorCell cell) {
        ActorCell oldest = null;
        lock.lock();
        try {
            asleep.add(cell);
            if (asleep.size() > around.limits().resident()) {
                oldest = asleep.removeFirst();
            }
        } finally {
            lock.unlock();
        }
        if (oldest != null && oldest.retire()) {
            forget(oldest);
        }
    }

    /** A cell has something to do again. */
    void busy(ActorCell cell) {
        lock.lock();
        try {
            asleep.remove(cell);
        } finally {
            lock.unlock();
        }
    }

    private void forget(ActorCell retired) {
        gone(retired);
        byId.remove(retired.id(), retired);
    }

    /** A destroyed actor's key is free. */
    void gone(ActorCell cell) {
        key(cell.snapshot().row()).ifPresent(key -> byKey.remove(key, cell));
    }

    /** Returns the actors that could not start for want of their type. */
    List<ActorCell> without(String typeName) {
        return byId.values().stream().filter(cell -> cell.lacks(typeName)).toList();
    }

    /** Takes no more work anywhere. */
    void close() {
        closed = true;
        List<ActorCell> all = new ArrayList<>(byId.values());
        all.forEach(ActorCell::close);
    }

    int awake() {
        lock.lock();
        try {
            return Math.max(0, byId.size() - asleep.size());
        } finally {
            lock.unlock();
        }
    }

    int size() {
        return byId.size();
    }
}
