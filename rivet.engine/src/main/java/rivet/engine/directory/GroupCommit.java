package rivet.engine.directory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * The one writer of a database. While a transaction is being committed, changes gather and go into the next one together, in the order
 * they were added. A change is some statements that are done all or none; what is wrong with one change does not hurt its neighbours.
 * <p>
 * At most {@value #CAPACITY} changes wait, {@value #GROUP} go into a transaction.
 */
final class GroupCommit {

    static final int CAPACITY = 20_000;
    static final int GROUP = 512;
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    private record Change(List<Statement> statements, CompletableFuture<List<Result>> done, boolean alone) {}

    private final Database database;
    private final OneCaller caller;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock: a transaction is in flight exactly while busy; at most one is, and only its end takes the next group
    private final ArrayDeque<Change> waiting = new ArrayDeque<>();
    private boolean busy;
    private boolean closed;
    private final CompletableFuture<Void> idleForever = new CompletableFuture<>();

    /** Makes a writer; results are handed out by the executor. */
    GroupCommit(Database database, OneCaller caller, Executor executor) {
        this.database = database;
        this.caller = caller;
        this.executor = executor;
    }

    /**
     * Adds a change. Calls nobody, so it may be called with a lock held that fixes the order; {@link #flush} must follow without it.
     * Fails with a {@link StorageException}; of kind {@code OVERLOADED} if too many wait.
     */
    CompletableFuture<List<Result>> add(List<Statement> statements) {
        lock.lock();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(new StorageException(Kind.CLOSED, "the directory is closed"));
            }
            if (waiting.size() >= CAPACITY) {
                return CompletableFuture.failedFuture(new StorageException(Kind.OVERLOADED, CAPACITY + " changes wait"));
            }
            Change change = new Change(statements, new CompletableFuture<>(), false);
            waiting.add(change);
            return change.done();
        } finally {
            lock.unlock();
        }
    }

    /** Sees to it that what was added is committed soon. */
    void flush() {
        List<Change> group;
        lock.lock();
        try {
            if (busy) {
                return;
            }
            group = take();
        } finally {
            lock.unlock();
        }
        commit(group);
    }

    /** Takes no more changes; done when those added before are through. */
    CompletableFuture<Void> close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        flush();
        return idleForever;
    }

    private List<Change> take() {
        if (waiting.isEmpty()) {
            busy = false;
            return List.of();
        }
        busy = true;
        Change first = waiting.poll();
        if (first.alone()) {
            return List.of(first);
        }
        List<Change> group = new ArrayList<>(Math.min(GROUP, waiting.size() + 1));
        group.add(first);
        while (group.size() < GROUP && !waiting.isEmpty() && !waiting.peek().alone()) {
            group.add(waiting.poll());
        }
        return group;
    }

    private void commit(List<Change> group) {
        if (group.isEmpty()) {
            if (isClosed()) {
                idleForever.complete(null);
            }
            return;
        }
        List<Statement> all = new ArrayList<>(group.size() + 8);
        for (Change change : group) {
            all.addAll(change.statements());
        }
        caller.call(() -> batch(all).whenCompleteAsync((commit, broken) -> committed(group, commit, broken), executor));
    }

    private CompletionStage<Commit> batch(List<Statement> statements) {
        try {
            return database.batch(statements);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed && !busy && waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void committed(List<Change> group, Commit commit, Throwable broken) {
        StorageException cause = cause(commit, broken);
        boolean again = cause != null && group.size() > 1 && commit instanceof Commit.NotCommitted
            && (cause.kind() == Kind.CONSTRAINT || cause.kind() == Kind.STATEMENT);
        List<Change> next;
        lock.lock();
        try {
            if (again) {
                for (Change change : group.reversed()) {
                    waiting.addFirst(new Change(change.statements(), change.done(), true));
                }
            }
            next = take();
        } finally {
            lock.unlock();
        }
        // the next transaction is on its way before anybody hears of this one
        commit(next);
        if (cause == null) {
            handOut(group, ((Commit.Committed) commit).results());
        } else if (!again) {
            LOG.warn("{} changes of the directory were not stored: {}", group.size(), cause.toString());
            group.forEach(change -> change.done().completeExceptionally(cause));
        }
    }

    private static StorageException cause(Commit commit, Throwable broken) {
        if (broken != null) {
            return new StorageException(Kind.IO, "the store broke its promise never to fail a commit", broken);
        }
        return switch (commit) {
            case Commit.Committed done -> null;
            case Commit.NotCommitted(var cause) -> cause;
            case Commit.Unknown(var cause) -> cause;
        };
    }

    private static void handOut(List<Change> group, List<Result> results) {
        int from = 0;
        for (Change change : group) {
            int to = from + change.statements().size();
            change.done().complete(results.subList(from, to));
            from = to;
        }
    }
}
