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
import rivet.sqlite.connection.Interrupts;

/** A database that somebody has opened. Its operations wait in a queue of their own for one of the store's threads, and for its file. */
final class OpenDatabase implements Database {

    private final Loan loan;
    private final TaskQueue queue;
    private final ScheduledExecutorService timers;
    private final Deadline deadline;
    private final Task<Void> last;

    /**
     * Makes one.
     *
     * @param loan of its file, which ends when the database is closed
     * @param limit most operations that may wait
     * @param closed is called once, when the database is closed and its file given up
     */
    OpenDatabase(Loan loan, Executor executor, int limit, ScheduledExecutorService timers, Consumer<OpenDatabase> closed) {
        this.loan = loan;
        this.queue = new TaskQueue(executor, loan, limit);
        this.timers = timers;
        this.deadline = new Deadline(timers);
        this.last = Task.answering(() -> ended(closed), refusal -> ended(closed));
    }

    private Void ended(Consumer<OpenDatabase> closed) {
        deadline.close();
        loan.end(() -> closed.accept(this));
        return null;
    }

    /** Opens the file for a first time, so that its failures are those of the opening. */
    CompletionStage<Void> tried() {
        return added(Task.failing(() -> null));
    }

    @Override
    public CompletionStage<Result> execute(Statement statement) {
        return added(Task.failing(() -> loan.handle().execute(statement)));
    }

    @Override
    public CompletionStage<List<Result>> query(List<Statement> queries) {
        return added(Task.failing(() -> loan.handle().query(queries)));
    }

    @Override
    public CompletionStage<Commit> batch(List<Statement> statements) {
        return added(Task.answering(() -> loan.handle().batch(statements), Commit.NotCommitted::new));
    }

    @Override
    public CompletionStage<Transaction> begin(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            return CompletableFuture.failedStage(new StorageException(Kind.STATEMENT, "the time for a transaction must be positive: " + timeout));
        }
        return added(Task.failing(() -> new OpenTransaction(loan.handle(), queue, deadline, timers, timeout).begin()));
    }

    @Override
    public void interrupt(Statement running) {
        toStatement(interrupts -> interrupts.interrupt(running));
    }

    @Override
    public CompletionStage<Void> close() {
        queue.close(last);
        return last.result();
    }

    /** Does something to the statement that runs. */
    void toStatement(Consumer<Interrupts> action) {
        loan.toStatement(action);
    }

    private <T> CompletionStage<T> added(Task<T> task) {
        queue.add(task);
        return task.result();
    }
}
