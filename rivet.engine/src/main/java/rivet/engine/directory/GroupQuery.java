package rivet.engine.directory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * The one reader of a database. While some queries run, others gather and run together after them. Each sees all that was committed
 * before it was asked.
 * <p>
 * At most {@value #CAPACITY} queries wait, {@value #GROUP} run together.
 */
final class GroupQuery {

    private static final int CAPACITY = 20_000;
    private static final int GROUP = 256;

    private record Query(Statement statement, CompletableFuture<Result> answer) {}

    private final Database database;
    private final OneCaller caller;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock: queries are under way exactly while busy; only their end takes the next
    private final ArrayDeque<Query> waiting = new ArrayDeque<>();
    private boolean busy;

    GroupQuery(Database database, OneCaller caller, Executor executor) {
        this.database = database;
        this.caller = caller;
        this.executor = executor;
    }

    /** Runs a query. Fails with a {@link StorageException}; of kind {@code OVERLOADED} if too many wait. */
    CompletionStage<Result> run(Statement statement) {
        Query query = new Query(statement, new CompletableFuture<>());
        List<Query> group;
        lock.lock();
        try {
            if (waiting.size() >= CAPACITY) {
                return CompletableFuture.failedFuture(new StorageException(Kind.OVERLOADED, CAPACITY + " queries wait"));
            }
            waiting.add(query);
            if (busy) {
                return query.answer();
            }
            group = take();
        } finally {
            lock.unlock();
        }
        run(group);
        return query.answer();
    }

    private List<Query> take() {
        List<Query> group = new ArrayList<>();
        while (group.size() < GROUP && !waiting.isEmpty()) {
            group.add(waiting.poll());
        }
        busy = !group.isEmpty();
        return group;
    }

    private void run(List<Query> group) {
        if (!group.isEmpty()) {
            List<Statement> statements = group.stream().map(Query::statement).toList();
            caller.call(() -> query(statements).whenCompleteAsync((results, failure) -> done(group, results, failure), executor));
        }
    }

    private CompletionStage<List<Result>> query(List<Statement> statements) {
        try {
            return database.query(statements);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void done(List<Query> group, List<Result> results, Throwable failure) {
        List<Query> next;
        lock.lock();
        try {
            next = take();
        } finally {
            lock.unlock();
        }
        run(next);
        for (int i = 0; i < group.size(); i++) {
            if (failure == null) {
                group.get(i).answer().complete(results.get(i));
            } else {
                group.get(i).answer().completeExceptionally(failure);
            }
        }
    }
}
