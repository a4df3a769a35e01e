package rivet.runtime.store;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.runtime.schedule.ScheduleRows;
import rivet.runtime.value.Persisted;
import rivet.spi.engine.ActorStart;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.Template;

/** Opens actors' databases and reads what is stored there. */
public final class ActorStore {

    private static final Template TEMPLATE = Schema.template();
    private static final List<Statement> LOAD = List.of(
        Statement.of("SELECT (SELECT value FROM _rivet_meta WHERE key = 'schema_version'), (SELECT version FROM _rivet_j_schema)"),
        Statement.of("SELECT has_initialized, input FROM _rivet_actor"),
        Statement.of("SELECT state FROM _rivet_actor_state"),
        Statement.of("SELECT state_version, migration FROM _rivet_j_code"),
        Statement.of("SELECT run_wake_at, queue_next_id FROM _rivet_runtime"),
        Statement.of("SELECT q.id, q.name, q.created_at, r.attempt FROM _rivet_queue q LEFT JOIN _rivet_j_queue r ON r.id = q.id ORDER BY q.id"),
        ScheduleRows.LOAD,
        Fence.read(),
        ConnectionRows.LOAD);

    private final Storage storage;
    private final Arrivals arrivals = new Arrivals();

    /** Makes a store. */
    public ActorStore(Storage storage) {
        this.storage = storage;
    }

    /** Returns the most bytes that the parameters of one statement may have in all. */
    public long maxBindBytes() {
        return storage.capabilities().maxBindBytes();
    }

    /** Opens the database of an actor for its only writer, bringing the platform's tables up to date. */
    public CompletionStage<Database> open(String actorId) {
        return storage.open(new DatabaseId.Actor(actorId), TEMPLATE);
    }

    /** Opens the database of an actor that starts; that of one that arrives from elsewhere is made of what it brings with it. */
    public CompletionStage<Database> open(ActorStart start) {
        return arrivals.landed(storage, start).thenCompose(landed -> open(start.actorId()));
    }

    /** Returns the actors that arrive from elsewhere. */
    public Arrivals arrivals() {
        return arrivals;
    }

    /** Copies the database of an actor, as it is on disk at one moment, into a new file. */
    public CompletionStage<Void> copyTo(String actorId, Path file) {
        return storage.copyTo(new DatabaseId.Actor(actorId), file);
    }

    /**
     * Reads what is stored. Fails with {@code protocol.invalid_persisted_data} if the tables are of a newer platform (R-obj-6).
     */
    public CompletionStage<Snapshot> load(Database database) {
        return database.query(LOAD).handle((results, error) -> {
            if (error == null && current(results.getFirst())) {
                return CompletableFuture.completedStage(snapshot(results));
            }
            return error == null || isMissingTable(error) ? upgrade(database).thenCompose(done -> database.query(LOAD)).thenApply(ActorStore::snapshot)
                : CompletableFuture.<Snapshot> failedStage(error);
        }).thenCompose(stage -> stage);
    }

    /** Reads the encoded state without opening the database for writing. */
    public CompletionStage<Optional<byte[]>> readState(String actorId, Duration limit) {
        return storage.read(new DatabaseId.Actor(actorId), List.of(LOAD.get(2)), limit).thenApply(results -> state(results.getFirst()));
    }

    /** Runs queries beside whoever writes, as one snapshot, for people who look. */
    public CompletionStage<List<Result>> read(String actorId, List<Statement> queries, Duration limit) {
        return storage.read(new DatabaseId.Actor(actorId), queries, limit);
    }

    private static boolean isMissingTable(Throwable error) {
        Throwable cause = error.getCause() != null && !(error instanceof StorageException) ? error.getCause() : error;
        return cause instanceof StorageException e && e.kind() == StorageException.Kind.STATEMENT;
    }

    private static boolean current(Result versions) {
        return original(versions) == Schema.ORIGINAL_VERSION && own(versions) == Schema.OWN_VERSION;
    }

    private static long original(Result versions) {
        Object value = versions.rows().getFirst()[0];
        return value instanceof byte[] bytes ? Schema.decode(bytes) : 0;
    }

    private static long own(Result versions) {
        return versions.rows().getFirst()[1] instanceof Long version ? version : 0;
    }

    private static CompletionStage<Void> upgrade(Database database) {
        return commit(database, Schema.roots()).thenCompose(done -> database.query(List.of(LOAD.getFirst()))).thenCompose(results -> {
            long original = original(results.getFirst());
            long own = own(results.getFirst());
            if (original < 0 || original > Schema.ORIGINAL_VERSION || own > Schema.OWN_VERSION) {
                return CompletableFuture.failedStage(ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA.error("label", "schema version",
                    "reason", "the database has version " + original + "/" + own + ", this platform knows " + Schema.ORIGINAL_VERSION + "/" + Schema.OWN_VERSION));
            }
            List<List<Statement>> steps = new ArrayList<>(Schema.original((int) original));
            steps.addAll(Schema.own((int) own));
            CompletionStage<Void> done = CompletableFuture.completedStage(null);
            for (List<Statement> step : steps) {
                done = done.thenCompose(before -> commit(database, step));
            }
            return done;
        });
    }

    private static CompletionStage<Void> commit(Database database, List<Statement> statements) {
        return database.batch(statements).thenCompose(commit -> switch (commit) {
            case Commit.Committed c -> CompletableFuture.completedStage(null);
            case Commit.NotCommitted(StorageException cause) -> CompletableFuture.failedStage(cause);
            case Commit.Unknown(StorageException cause) -> CompletableFuture.failedStage(cause);
        });
    }

    /** Reads the rows of {@link #LOAD}; rows that no platform wrote are {@code protocol.invalid_persisted_data}. */
    static Snapshot snapshot(List<Result> results) {
        return Persisted.read("actor", () -> read(results));
    }

    private static Snapshot read(List<Result> results) {
        List<Object[]> actor = results.get(1).rows();
        boolean initialized = !actor.isEmpty() && actor.getFirst()[0].equals(1L);
        byte[] input = actor.isEmpty() ? new byte[0] : bytes(actor.getFirst()[1]);
        Object[] code = results.get(3).rows().getFirst();
        return new Snapshot(Position.of(results.get(7)), initialized, input, state(results.get(2)), ((Long) code[0]).intValue(), ((Long) code[1]).intValue(),
            time(results.get(4)), results.get(6), queue(results.get(4), results.get(5)), ConnectionRows.read(results.get(8)));
    }

    private static Snapshot.Queue queue(Result runtime, Result messages) {
        return new Snapshot.Queue(runtime.rows().isEmpty() ? 1 : (Long) runtime.rows().getFirst()[1], messages.rows());
    }

    /** A zero-length blob may come back as NULL from a remote store (R-obj-8). */
    private static Optional<byte[]> state(Result result) {
        return result.rows().isEmpty() ? Optional.empty() : Optional.of(bytes(result.rows().getFirst()[0]));
    }

    private static Optional<Instant> time(Result result) {
        return result.rows().isEmpty() || !(result.rows().getFirst()[0] instanceof Long millis) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    private static byte[] bytes(Object value) {
        return value instanceof byte[] bytes ? bytes : new byte[0];
    }
}
