package rivet.sqlite.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;
import rivet.sqlite.connection.Handle;

/**
 * A transaction with a time limit. Its operations wait in the queue of its database, where they are the only ones that run until it is over.
 * <p>
 * Invariant: exactly one of the end of the time and the end of the transaction wins. {@code decided} and {@code expired} change under the
 * monitor; once {@code decided}, time no longer matters (R-sql-15: a commit that has begun beats the deadline); once {@code expired} nothing is
 * committed.
 */
final class OpenTransaction implements Transaction, TaskQueue.Owner {

    // an interrupt that falls between two statements is lost
    private static final long INTERRUPT_AGAIN_MILLIS = 20;

    private final Handle handle;
    private final TaskQueue queue;
    private final Deadline deadline;
    private final ScheduledExecutorService timers;
    private final Duration timeout;

    // guarded by this
    private boolean decided;
    private boolean expired;

    OpenTransaction(Handle handle, TaskQueue queue, Deadline deadline, ScheduledExecutorService timers, Duration timeout) {
        this.handle = handle;
        this.queue = queue;
        this.deadline = deadline;
        this.timers = timers;
        this.timeout = timeout;
    }

    /** Begins. To be called as a task of the queue. Fails with a {@link StorageException}. */
    OpenTransaction begin() {
        handle.begin();
        if (!queue.enter(this)) {
            handle.rollback();
            throw new StorageException(Kind.CLOSED, "the database is closed");
        }
        try {
            deadline.begin(timeout, this::expire);
        } catch (RejectedExecutionException e) {
            rolledBack();
            throw new StorageException(Kind.CLOSED, "the store is closed", e);
        }
        return this;
    }

    @Override
    public CompletionStage<Result> execute(Statement statement) {
        Task<Result> task = Task.failing(() -> inside(statement));
        queue.addInside(this, task, false);
        return task.result();
    }

    @Override
    public CompletionStage<Commit> commit(List<Statement> last) {
        Task<Commit> task = Task.answering(() -> committed(last), Commit.NotCommitted::new);
        queue.addInside(this, task, true);
        return task.result();
    }

    @Override
    public CompletionStage<Void> rollback() {
        Task<Void> task = undo();
        queue.addInside(this, task, true);
        return task.result();
    }

    @Override
    public Task<Void> undo() {
        return Task.answering(this::rolledBack, cause -> null);
    }

    @Override
    public synchronized StorageException over() {
        return expired ? new StorageException(Kind.TIMEOUT, "the transaction was not ended within " + timeout)
            : new StorageException(Kind.CLOSED, "the transaction has ended");
    }

    private Result inside(Statement statement) {
        try {
            return handle.inside(statement, this);
        } catch (StorageException e) {
            throw isExpired() ? over() : e;
        }
    }

    private Commit committed(List<Statement> last) {
        try {
            Commit commit = handle.commit(last, this, this::decide);
            return commit instanceof Commit.NotCommitted && isExpired() ? new Commit.NotCommitted(over()) : commit;
        } finally {
            end();
        }
    }

    private Void rolledBack() {
        try {
            decide();
            handle.rollback();
            return null;
        } finally {
            end();
        }
    }

    private synchronized boolean decide() {
        if (expired) {
            return false;
        }
        decided = true;
        return true;
    }

    private void end() {
        synchronized (this) {
            decided = true;
        }
        deadline.end();
        queue.leave(this);
    }

    private void expire() {
        synchronized (this) {
            if (decided) {
                return;
            }
            expired = true;
        }
        queue.undoNext(this);
        interrupt();
    }

    /** Stops the statement that runs, and goes on until the transaction is over. */
    private synchronized void interrupt() {
        if (!decided) {
            handle.interrupts().interrupt(this);
            timers.schedule(this::interrupt, INTERRUPT_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized boolean isExpired() {
        return expired;
    }
}
