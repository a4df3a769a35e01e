package rivet.engine.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.Template;

/**
 * The durable directory of namespaces and actors. Results are handed out by the executor. Whatever fails in the store fails here with
 * {@code guard.service_unavailable} and the {@link rivet.spi.storage.StorageException} as its cause: nothing that needed the change has begun.
 * <p>
 * A method that changes something and does not say otherwise only queues the change, in the order of the calls, and calls nobody;
 * {@link #flush} must follow.
 */
public final class Directory {

    static final DatabaseId ID = new DatabaseId.Platform("engine");
    /** Longest that a listing may take. */
    private static final Duration LISTING = Duration.ofSeconds(5);

    private final Storage storage;
    private final Database database;
    private final Executor executor;
    private final GroupCommit writer;
    private final GroupQuery reader;
    private final ActorTable actors;
    private final NamespaceTable namespaces;

    private Directory(Storage storage, Database database, Executor executor, InstantSource clock, Supplier<String> ids) {
        this.storage = storage;
        this.database = database;
        this.executor = executor;
        OneCaller caller = new OneCaller();
        this.writer = new GroupCommit(database, caller, executor);
        this.reader = new GroupQuery(database, caller, executor);
        this.actors = new ActorTable(this, clock);
        this.namespaces = new NamespaceTable(this, clock, ids);
    }

    /** Opens the directory, making or climbing its schema, and sees to it that the default namespace exists. */
    public static CompletionStage<Directory> open(Storage storage, Executor executor, InstantSource clock, Supplier<String> ids) {
        return storage.open(ID, Template.EMPTY)
            .thenApply(database -> new LastingDatabase(database, () -> storage.open(ID, Template.EMPTY)))
            .thenCompose(database -> prepared(new Directory(storage, database, executor, clock, ids), clock.millis())
                .exceptionallyCompose(failure -> database.close()
                    .handle((done, ignored) -> null)
                    .thenCompose(closed -> CompletableFuture.failedFuture(failure))));
    }

    private static CompletionStage<Directory> prepared(Directory directory, long now) {
        return Schema.LADDER.climb(directory.database, now)
            .thenCompose(done -> directory.actors.load())
            .thenCompose(done -> directory.namespaces.create(Namespace.DEFAULT, "Default"))
            .thenApplyAsync(done -> directory, directory.executor);
    }

    /** Returns the table of actors. */
    public ActorTable actors() {
        return actors;
    }

    /** Returns the table of namespaces. */
    public NamespaceTable namespaces() {
        return namespaces;
    }

    /** Sees to it that queued changes are committed soon. */
    public void flush() {
        writer.flush();
    }

    /** Deletes what an actor stored; without effect if it stored nothing. */
    public CompletionStage<Void> deleteDatabase(String actorId) {
        return storage.delete(new DatabaseId.Actor(actorId)).handleAsync((done, failure) -> {
            if (failure != null) {
                throw unavailable(failure);
            }
            return null;
        }, executor);
    }

    /** Commits what is queued and closes. */
    public CompletionStage<Void> close() {
        return writer.close().thenCompose(done -> database.close());
    }

    CompletableFuture<List<Result>> change(List<Statement> statements) {
        CompletableFuture<List<Result>> change = writer.add(statements);
        return change.exceptionallyCompose(Directory::failed);
    }

    /** Runs a query, which sees all changes that are done. */
    CompletionStage<Result> query(Statement statement) {
        return reader.run(statement).exceptionallyCompose(Directory::failed);
    }

    /** Runs a query that may take long, beside the writer. */
    CompletionStage<Result> list(Statement statement) {
        return storage.read(ID, List.of(statement), LISTING).handleAsync((results, failure) -> {
            if (failure != null) {
                throw unavailable(failure);
            }
            return results.getFirst();
        }, executor);
    }

    private static <T> CompletionStage<T> failed(Throwable failure) {
        return CompletableFuture.failedFuture(unavailable(failure));
    }

    private static RivetException unavailable(Throwable failure) {
        return ErrorCode.GUARD_SERVICE_UNAVAILABLE.error().withCause(failure);
    }

    static Optional<Object[]> row(Result result) {
        return result.rows().isEmpty() ? Optional.empty() : Optional.of(result.rows().getFirst());
    }
}
