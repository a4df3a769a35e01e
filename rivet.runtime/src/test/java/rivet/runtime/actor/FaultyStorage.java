package rivet.runtime.actor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;

/** A store whose commits fail, hang or lose their answer when the test says so. */
final class FaultyStorage implements Storage {

    /** What happens to commits. */
    enum Fault {
        NONE, REFUSE, LOSE_BEFORE, LOSE_AFTER
    }

    private final Storage real;
    volatile Fault fault = Fault.NONE;
    /** Why commits are refused. */
    volatile StorageException.Kind refusal = StorageException.Kind.IO;
    volatile boolean refuseToOpen;
    volatile boolean refuseQueries;
    /** Statements in transactions that begin so are refused. */
    volatile String refusedStatement = "nothing";
    /** The next commit that comes to its turn is refused. */
    volatile boolean failNext;
    /** Commits wait for it. */
    volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);
    final AtomicInteger commits = new AtomicInteger();
    /** The database that was opened last, without faults. */
    volatile Database opened;

    FaultyStorage(Storage real) {
        this.real = real;
    }

    private CompletionStage<Commit> commit(Supplier<CompletionStage<Commit>> perform) {
        commits.incrementAndGet();
        Fault now = fault;
        return gate.thenCompose(open -> switch (failNext ? failed() : now) {
            case NONE -> perform.get();
            case REFUSE -> CompletableFuture.completedStage(new Commit.NotCommitted(new StorageException(refusal, "refused by the test")));
            case LOSE_BEFORE -> CompletableFuture.completedStage(new Commit.Unknown(new StorageException(StorageException.Kind.IO, "lost")));
            case LOSE_AFTER -> perform.get().thenApply(done -> new Commit.Unknown(new StorageException(StorageException.Kind.IO, "lost")));
        });
    }

    private Fault failed() {
        failNext = false;
        return Fault.REFUSE;
    }

    @Override
    public Capabilities capabilities() {
        return real.capabilities();
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        return refuseToOpen ? CompletableFuture.failedStage(new StorageException(StorageException.Kind.IO, "disk broken"))
            : real.open(id, template).thenApply(database -> {
                opened = database;
                return new FaultyDatabase(database);
            });
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return real.read(id, queries, limit);
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        return real.exists(id);
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        return real.delete(id);
    }

    private final class FaultyDatabase implements Database {

        private final Database database;

        FaultyDatabase(Database database) {
            this.database = database;
        }

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            return database.execute(statement);
        }

        @Override
        public CompletionStage<List<Result>> query(List<Statement> queries) {
            return refuseQueries ? CompletableFuture.failedStage(new StorageException(StorageException.Kind.IO, "lost")) : database.query(queries);
        }

        @Override
        public CompletionStage<Commit> batch(List<Statement> statements) {
            return commit(() -> database.batch(statements));
        }

        @Override
        public CompletionStage<Transaction> begin(Duration timeout) {
            return database.begin(timeout).thenApply(FaultyTransaction::new);
        }

        @Override
        public CompletionStage<Void> close() {
            return database.close();
        }
    }

    private final class FaultyTransaction implements Transaction {

        private final Transaction transaction;

        FaultyTransaction(Transaction transaction) {
            this.transaction = transaction;
        }

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            return statement.sql().startsWith(refusedStatement) ? CompletableFuture.failedStage(new StorageException(StorageException.Kind.IO, "refused by the test"))
                : transaction.execute(statement);
        }

        @Override
        public CompletionStage<Commit> commit(List<Statement> last) {
            return FaultyStorage.this.commit(() -> transaction.commit(last)).thenCompose(result -> result instanceof Commit.Committed || fault == Fault.LOSE_AFTER
                ? CompletableFuture.completedStage(result) : transaction.rollback().thenApply(done -> result));
        }

        @Override
        public CompletionStage<Void> rollback() {
            return transaction.rollback();
        }
    }
}
