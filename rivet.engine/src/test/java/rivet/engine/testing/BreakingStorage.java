package rivet.engine.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;

/** A store in which one of the calls that change something goes wrong: a commit or the deletion of a database. */
public final class BreakingStorage implements Storage {

    /** What happens at the call. */
    public enum Fault {
        /** The process dies before anything is done. */
        DIES_BEFORE,
        /** The process dies as soon as it is done. */
        DIES_AFTER,
        /** Nothing is done, and it says so. */
        FAILS,
        /** Nothing is done, and nobody knows. */
        LOST,
        /** It is done, and nobody knows. */
        DONE_UNKNOWN
    }

    private final Storage inner;
    private final int number;
    private final Fault fault;
    private final AtomicInteger calls = new AtomicInteger();
    private boolean armWhenOpened;
    private final CompletableFuture<Void> died = new CompletableFuture<>();

    /** @param number counts from 1, from the first call after {@link #arm} */
    public BreakingStorage(Storage inner, int number, Fault fault) {
        this.inner = inner;
        this.number = number;
        this.fault = fault;
        disarm();
    }

    /** Lets calls count as soon as the directory is open. */
    public BreakingStorage fromTheOpening() {
        armWhenOpened = true;
        return this;
    }

    void opened() {
        if (armWhenOpened) {
            arm();
        }
    }

    /** From now on calls count. */
    public void arm() {
        calls.set(0);
    }

    /** From now on nothing goes wrong. Returns how many calls counted. */
    public int disarm() {
        return calls.getAndSet(Integer.MIN_VALUE);
    }

    /** Done when the process has died: nothing is answered any more. */
    public CompletableFuture<Void> died() {
        return died;
    }

    private <T> CompletionStage<T> unlessDead(CompletionStage<T> done) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        done.whenComplete((result, failure) -> {
            if (died.isDone()) {
                return;
            }
            if (failure == null) {
                answer.complete(result);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    private <T> CompletionStage<T> change(Supplier<CompletionStage<T>> call, Function<StorageException, CompletionStage<T>> failed, Function<StorageException,
            CompletionStage<T>> unknown) {
        if (died.isDone()) {
            return new CompletableFuture<>();
        }
        if (calls.incrementAndGet() != number) {
            return unlessDead(call.get());
        }
        StorageException cause = new StorageException(Kind.IO, fault.toString());
        switch (fault) {
            case DIES_BEFORE -> died.complete(null);
            case DIES_AFTER -> call.get().whenComplete((done, failure) -> died.complete(null));
            case FAILS -> {
                return failed.apply(cause);
            }
            case LOST -> {
                return unknown.apply(cause);
            }
            case DONE_UNKNOWN -> {
                return call.get().thenCompose(done -> unknown.apply(cause));
            }
        }
        return new CompletableFuture<>();
    }

    @Override
    public Capabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        return unlessDead(inner.open(id, template).thenApply(Breaking::new));
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return unlessDead(inner.read(id, queries, limit));
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        return unlessDead(inner.exists(id));
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        return change(() -> inner.delete(id), CompletableFuture::failedStage, CompletableFuture::failedStage);
    }

    private final class Breaking implements Database {

        private final Database inner;

        Breaking(Database inner) {
            this.inner = inner;
        }

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            return unlessDead(inner.execute(statement));
        }

        @Override
        public CompletionStage<List<Result>> query(List<Statement> queries) {
            return unlessDead(inner.query(queries));
        }

        @Override
        public CompletionStage<Commit> batch(List<Statement> statements) {
            return change(() -> inner.batch(statements), cause -> CompletableFuture.completedStage(new Commit.NotCommitted(cause)),
                cause -> CompletableFuture.completedStage(new Commit.Unknown(cause)));
        }

        @Override
        public CompletionStage<Transaction> begin(Duration timeout) {
            return unlessDead(inner.begin(timeout));
        }

        @Override
        public CompletionStage<Void> close() {
            return unlessDead(inner.close());
        }
    }
}
