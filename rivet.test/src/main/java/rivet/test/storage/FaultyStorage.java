package rivet.test.storage;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;
import rivet.test.storage.Faults.Operation;

/**
 * A store whose calls fail, take long or lose their reply, and which tells the truth about it: what it calls committed is, what it calls not
 * committed is not. A {@link Database#close} and a {@link Transaction#rollback} are only ever delayed.
 */
public final class FaultyStorage implements Storage {

    private final Storage real;
    private final Faults faults;
    private final Later later;

    /**
     * Makes one.
     *
     * @param real does the work
     */
    public FaultyStorage(Storage real, Faults faults, Later later) {
        this.real = real;
        this.faults = faults;
        this.later = later;
    }

    private Troubles troubles(DatabaseId id) {
        return new Troubles(id, faults, later);
    }

    private static CompletionStage<Void> nothing() {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public Capabilities capabilities() {
        return real.capabilities();
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        return troubles(id).<Database> call(Operation.OPEN, () -> real.open(id, template).thenApply(opened -> new FaultyDatabase(opened, troubles(id))),
            FaultyStorage::nothing, Database::close);
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return troubles(id).call(Operation.READ, () -> real.read(id, queries, limit), FaultyStorage::nothing, results -> nothing());
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        return troubles(id).call(Operation.EXISTS, () -> real.exists(id), FaultyStorage::nothing, answer -> nothing());
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        return troubles(id).call(Operation.DELETE, () -> real.delete(id), FaultyStorage::nothing, done -> nothing());
    }

    private record FaultyDatabase(Database real, Troubles troubles) implements Database {

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            return troubles.call(Operation.EXECUTE, () -> real.execute(statement), FaultyStorage::nothing, result -> nothing());
        }

        @Override
        public CompletionStage<List<Result>> query(List<Statement> queries) {
            return troubles.call(Operation.QUERY, () -> real.query(queries), FaultyStorage::nothing, results -> nothing());
        }

        @Override
        public CompletionStage<Commit> batch(List<Statement> statements) {
            return troubles.commit(Operation.BATCH, () -> real.batch(statements), FaultyStorage::nothing);
        }

        @Override
        public CompletionStage<Transaction> begin(Duration timeout) {
            return troubles.<Transaction> call(Operation.BEGIN,
                () -> real.begin(timeout).thenApply(transaction -> new FaultyTransaction(transaction, troubles)),
                FaultyStorage::nothing, begun -> ((FaultyTransaction) begun).real.rollback());
        }

        @Override
        public void interrupt(Statement running) {
            real.interrupt(running);
        }

        @Override
        public CompletionStage<Void> close() {
            return troubles.certain(Operation.CLOSE, real::close);
        }
    }

    private record FaultyTransaction(Transaction real, Troubles troubles) implements Transaction {

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            return troubles.call(Operation.EXECUTE_INSIDE, () -> real.execute(statement), FaultyStorage::nothing, result -> nothing());
        }

        @Override
        public CompletionStage<Commit> commit(List<Statement> last) {
            return troubles.commit(Operation.COMMIT, () -> real.commit(last), real::rollback);
        }

        @Override
        public CompletionStage<Void> rollback() {
            return troubles.certain(Operation.ROLLBACK, real::rollback);
        }
    }
}
