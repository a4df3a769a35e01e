package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.runtime.queue.Turn;
import rivet.runtime.store.Output;
import rivet.runtime.turn.Parking;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.Transaction;

/** An instance as its queue sees it. */
final class QueueTurn implements Turn {

    private final Instance instance;
    private final Database database;

    QueueTurn(Instance instance, Database database) {
        this.instance = instance;
        this.database = database;
    }

    @Override
    public void check(String operation) {
        instance.check(operation);
        instance.sql().transactions().requireNoLong(operation);
    }

    @Override
    public Object task() {
        return instance.scope().task();
    }

    @Override
    public boolean isRun() {
        return instance.isRun(instance.scope().task());
    }

    @Override
    public boolean stopping() {
        return instance.signal().aborted();
    }

    @Override
    public void onStop(Runnable listener) {
        instance.signal().onAbort(listener);
    }

    @Override
    public void sent() {
        instance.meters().sent();
    }

    @Override
    public void received() {
        instance.meters().received();
    }

    @Override
    public void later(Runnable work) {
        instance.runInTurn("queue", work);
    }

    @Override
    public void rests(int change) {
        instance.activity().rests(change);
    }

    @Override
    public void await(String operation, CompletionStage<?> stage) {
        instance.await(operation, stage);
    }

    @Override
    public void row(Statement row) {
        instance.scope().row(row);
    }

    @Override
    public List<Result> read(List<Statement> queries) {
        instance.sql().transactions().requireFree();
        Optional<Transaction> own = instance.scope().transaction();
        CompletionStage<List<Result>> reading = own.isPresent() ? all(own.get(), queries) : database.query(queries);
        Parking.untilDone(reading);
        CompletableFuture<List<Result>> done = reading.toCompletableFuture();
        instance.checkAlive();
        if (done.isCompletedExceptionally()) {
            Throwable cause = Failures.unwrap(done.exceptionNow());
            throw cause instanceof StorageException e && e.kind() == StorageException.Kind.CLOSED ? ErrorCode.SQLITE_CLOSED.error().withCause(e)
                : ErrorCode.SQLITE_EXECUTION_FAILED.error("message", String.valueOf(cause.getMessage())).withCause(cause);
        }
        return done.join();
    }

    /** What the turn wrote itself only its own transaction sees, and nobody else may read while it is open. */
    private static CompletionStage<List<Result>> all(Transaction transaction, List<Statement> queries) {
        List<CompletableFuture<Result>> results = new ArrayList<>(queries.size());
        queries.forEach(query -> results.add(transaction.execute(query).toCompletableFuture()));
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new)).thenApply(all -> results.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public CompletionStage<Void> saved() {
        return instance.scope().saved();
    }

    @Override
    public void output(Output output) {
        instance.output(output);
    }
}
