package rivet.runtime.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.Transaction;

/** A database whose answers the test gives, one by one. */
class ScriptedDatabase implements Database {

    /** A commit that waits for its answer. */
    record Pending(List<Statement> statements, CompletableFuture<Commit> answer) {

        void commit() {
            answer.complete(new Commit.Committed(List.of()));
        }

        void refuse() {
            answer.complete(new Commit.NotCommitted(new StorageException(StorageException.Kind.FULL, "full")));
        }

        void refuseBecauseOfAConstraint() {
            answer.complete(new Commit.NotCommitted(new StorageException(StorageException.Kind.CONSTRAINT, "not null")));
        }

        void lose() {
            answer.complete(new Commit.Unknown(new StorageException(StorageException.Kind.IO, "lost")));
        }

        long last() {
            return (Long) statements.getFirst().params().get(3);
        }

        long from() {
            return (Long) statements.getFirst().params().get(2);
        }
    }

    final List<Pending> commits = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    Object[] fence = { 1L, 1L, 0L, 0L };
    private CompletableFuture<Object[]> later;

    /** The next answer to what the fence says is given by the test. */
    CompletableFuture<Object[]> fenceLater() {
        later = new CompletableFuture<>();
        return later;
    }

    @Override
    public CompletionStage<Result> execute(Statement statement) {
        throw new AssertionError("not expected: " + statement);
    }

    @Override
    public CompletionStage<List<Result>> query(List<Statement> queries) {
        calls.add("query");
        CompletableFuture<Object[]> answer = later == null ? CompletableFuture.completedFuture(fence) : later;
        return answer.thenApply(row -> List.of(new Result(List.of("g", "i", "t", "s"), List.<Object[]> of(row), 0, 0)));
    }

    @Override
    public CompletionStage<Commit> batch(List<Statement> statements) {
        calls.add("batch");
        Pending pending = new Pending(statements, new CompletableFuture<>());
        commits.add(pending);
        return pending.answer;
    }

    @Override
    public CompletionStage<Transaction> begin(Duration timeout) {
        calls.add("begin");
        return CompletableFuture.completedFuture(new Transaction() {
            @Override
            public CompletionStage<Result> execute(Statement statement) {
                calls.add("execute");
                return CompletableFuture.completedFuture(Result.NONE);
            }

            @Override
            public CompletionStage<Commit> commit(List<Statement> last) {
                calls.add("commit");
                Pending pending = new Pending(last, new CompletableFuture<>());
                commits.add(pending);
                return pending.answer;
            }

            @Override
            public CompletionStage<Void> rollback() {
                calls.add("rollback");
                return CompletableFuture.completedFuture(null);
            }
        });
    }

    @Override
    public CompletionStage<Void> close() {
        return CompletableFuture.completedFuture(null);
    }
}
