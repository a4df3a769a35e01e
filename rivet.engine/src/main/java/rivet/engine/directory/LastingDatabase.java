package rivet.engine.directory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;

/**
 * A database that outlives its handles. After a failure of the disk a handle may be of no more use (it refuses everything after a commit whose end is unknown): then it is
 * closed, and the database opened again, at the next operation. That one, and those that come before it is open, fail with kind {@code IO}.
 * <p>
 * Invariants, under {@code this}: at most one of {@code current}, {@code useless} and {@code renewing} is there; while there is none of them, the next operation opens the
 * database. An old handle is closed by the caller of an operation, so a handle has one caller at a time as long as this has.
 */
final class LastingDatabase implements Database {

    private static final Logger LOG = LoggerFactory.getLogger(LastingDatabase.class);

    private final Supplier<CompletionStage<Database>> opening;
    private Optional<Database> current;
    private Optional<Database> useless = Optional.empty();
    private Optional<CompletableFuture<Void>> renewing = Optional.empty();
    private boolean closed;

    /**
     * Makes one.
     *
     * @param first its handle
     * @param opening opens the next, once the one before is closed
     */
    LastingDatabase(Database first, Supplier<CompletionStage<Database>> opening) {
        this.current = Optional.of(first);
        this.opening = opening;
    }

    @Override
    public CompletionStage<Result> execute(Statement statement) {
        return run(database -> database.execute(statement));
    }

    @Override
    public CompletionStage<List<Result>> query(List<Statement> queries) {
        return run(database -> database.query(queries));
    }

    @Override
    public CompletionStage<Transaction> begin(Duration timeout) {
        return run(database -> database.begin(timeout));
    }

    private <T> CompletionStage<T> run(Function<Database, CompletionStage<T>> operation) {
        return usable().map(database -> operation.apply(database).whenComplete((result, failure) -> note(database, failure)))
            .orElseGet(() -> CompletableFuture.failedStage(away()));
    }

    @Override
    public CompletionStage<Commit> batch(List<Statement> statements) {
        return usable().map(database -> database.batch(statements).whenComplete((commit, failure) -> noteEnd(database, commit, failure)))
            .orElseGet(() -> CompletableFuture.completedStage(new Commit.NotCommitted(away())));
    }

    private static StorageException away() {
        return new StorageException(Kind.IO, "the database is being opened again");
    }

    private void noteEnd(Database database, Commit commit, Throwable failure) {
        switch (commit) {
            case Commit.Committed done -> { }
            case Commit.NotCommitted(var cause) -> note(database, cause);
            case Commit.Unknown(var cause) -> noteUseless(database, cause);
            case null -> note(database, failure);
        }
    }

    private void note(Database database, Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof StorageException known && known.kind() == Kind.IO) {
            noteUseless(database, cause);
        }
    }

    private void noteUseless(Database database, Throwable cause) {
        synchronized (this) {
            if (closed || current.isEmpty() || current.get() != database) {
                return;
            }
            useless = current;
            current = Optional.empty();
        }
        LOG.error("The database has to be opened again", cause);
    }

    /** Returns the handle, or begins to get a new one. */
    private Optional<Database> usable() {
        Optional<Database> old;
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            if (current.isPresent() || renewing.isPresent() || closed) {
                return current;
            }
            old = useless;
            useless = Optional.empty();
            renewing = Optional.of(done);
        }
        old.map(LastingDatabase::closing).orElseGet(() -> CompletableFuture.completedStage(null))
            .thenCompose(gone -> opening.get())
            .whenComplete((next, failure) -> renewed(Optional.ofNullable(next), failure))
            .whenComplete((next, failure) -> done.complete(null));
        return Optional.empty();
    }

    private static CompletionStage<Void> closing(Database old) {
        // it has failed already: what it says about its end is of no interest
        return old.close().exceptionally(failure -> null);
    }

    private void renewed(Optional<Database> next, Throwable failure) {
        boolean late;
        synchronized (this) {
            renewing = Optional.empty();
            late = closed;
            current = late ? Optional.empty() : next;
        }
        if (failure != null) {
            LOG.warn("The database could not be opened again: {}", failure.toString());
        } else if (late) {
            next.ifPresent(LastingDatabase::closing);
        } else {
            LOG.info("The database is open again");
        }
    }

    @Override
    public CompletionStage<Void> close() {
        Optional<Database> open;
        Optional<CompletableFuture<Void>> pending;
        synchronized (this) {
            closed = true;
            open = current.or(() -> useless);
            current = Optional.empty();
            useless = Optional.empty();
            pending = renewing;
        }
        return open.map(Database::close).orElseGet(() -> pending.orElseGet(() -> CompletableFuture.completedFuture(null)));
    }
}
