package rivet.sqlite.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;
import rivet.sqlite.connection.Handle;

/** A database that somebody has opened. Its operations wait in a queue of their own for one of the store's threads. */
final class OpenDatabase implements Database {

    private final Handle handle;
    private final TaskQueue queue;
    private final ScheduledExecutorService timers;
    private final Deadline deadline;
    private final Task<Void> last;

    /**
     * Makes one.
     *
     * @param limit most operations that may wait
     * @param release takes the handle back, once, on a thread of the store
     */
    OpenDatabase(Handle handle, Executor executor, int limit, ScheduledExecutorService timers, Consumer<OpenDatabase> release) {
        this.handle = handle;
        this.queue = new TaskQueue(executor, limit);
        this.timers = timers;
        this.deadline = new Deadline(timers);
        this.last = Task.answering(() -> released(release), refusal -> released(release));
    }

    private Void released(Consumer<OpenDatabase> release) {
        deadline.close();
        release.accept(this);
        return null;
    }

    @Override
    public CompletionStage<Result> execute(Statement statement) {
        return added(Task.failing(() -> handle.execute(statement)));
    }

    @Override
    public CompletionStage<List<Result>> query(List<Statement> queries) {
        return added(Task.failing(() -> handle.query(queries)));
    }

    @Override
    public CompletionStage<Commit> batch(List<Statement> statements) {
        return added(Task.answering(() -> handle.batch(statements), Commit.NotCommitted::new));
    }

    @Override
    public CompletionStage<Transaction> begin(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            return CompletableFuture.failedStage(new StorageException(Kind.STATEMENT, "the time for a transaction must be positive: " + timeout));
        }
        return added(Task.failing(() -> new OpenTransaction(handle, queue, deadline, timers, timeout).begin()));
    }

    @Override
    public void interrupt(Statement running) {
        handle.interrupts().interrupt(running);
    }

    @Override
    public CompletionStage<Void> close() {
        queue.close(last);
        return last.result();
    }

    Handle handle() {
        return handle;
    }

    private <T> CompletionStage<T> added(Task<T> task) {
        queue.add(task);
        return task.result();
    }
}
