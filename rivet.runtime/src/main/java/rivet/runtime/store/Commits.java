package rivet.runtime.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;

/**
 * The commit queue of one incarnation: turns the changes of turns into transactions.
 * <p>
 * A turn without SQL of its own is rows to write: turns that end while a commit is in flight gather in one next batch. A turn with SQL of its own
 * has its own transaction; what gathered before it is sent off first. Commits may be in flight behind one another: the database runs them in
 * order, and the {@link Fence} makes each refuse to happen without the one before.
 * <p>
 * Invariants, under {@code this}: turns are numbered without gaps in the order in which they ended, but for the number of a {@link Hold} that was undone;
 * every other number up to {@code turn} is in exactly one of: durable, in flight, gathered; while a transaction is open nothing is sent, because the
 * database would run it behind; batches are handed to the database in the order of their numbers, under the lock; after the first failure or
 * {@link #close} nothing is handed over any more. {@link Outcomes} tells how commits ended in their order, so that the first to fail is the first that
 * did not happen: what is told of it is true of all behind it.
 */
public final class Commits {

    private static final Duration TRANSACTION_LIMIT = Duration.ofMinutes(10);

    private final Database database;
    private final Fence fence;
    private final OutputGate gate;
    private final Consumer<CommitFailure> onFailure;
    private final Outcomes outcomes;

    private long turn;
    /** The newest turn that others can have read: a hold that is open is not among them. */
    private long newest;
    private int inFlight;
    private boolean transacting;
    private Optional<Transaction> open = Optional.empty();
    private Optional<Hold> hold = Optional.empty();
    private Batch gathered;
    private boolean closed;
    private Optional<RivetException> failure = Optional.empty();
    private CompletableFuture<Void> idle = new CompletableFuture<>();

    /** A commit that was handed to the database. */
    private record Sent(Outcomes.Entry entry, CompletionStage<Commit> commit) {}

    /**
     * Makes a queue.
     *
     * @param loaded where the fence was when the incarnation was loaded
     * @param gate learns which turns are durable
     * @param onFailure is called once, when a commit has failed, before the outputs that depended on it hear so; the queue is closed then
     */
    public Commits(Database database, Incarnation incarnation, Position loaded, OutputGate gate, Consumer<CommitFailure> onFailure) {
        this.database = database;
        fence = new Fence(incarnation, loaded);
        this.gate = gate;
        this.onFailure = onFailure;
        outcomes = new Outcomes(database, fence, this::settled);
    }

    /**
     * Opens the transaction of a turn that writes with SQL of its own. {@link #ended} or {@link #abandoned} must follow.
     *
     * @throws RivetException {@code actor.storage_failed} if a commit has failed, {@code actor.aborted} if the incarnation has ended
     */
    public CompletionStage<Transaction> begin() {
        Sent before;
        CompletionStage<Transaction> transaction;
        synchronized (this) {
            requireOpen();
            before = gathered == null ? null : sendGathered();
            inFlight++;
            transacting = true; // what gathers must not be sent before it: the database would run it behind
            transaction = database.begin(TRANSACTION_LIMIT);
        }
        follow(before);
        return transaction.thenApply(this::opened);
    }

    private Transaction opened(Transaction transaction) {
        synchronized (this) {
            if (!closed) {
                open = Optional.of(transaction);
                return transaction;
            }
        }
        transaction.rollback();
        throw ErrorCode.ACTOR_ABORTED.error();
    }

    /**
     * Opens a transaction that outlives its turn. What the turn changed so far must have been handed over.
     *
     * @param limit after so long it is undone
     * @throws RivetException {@code actor.storage_failed} if a commit has failed, {@code actor.aborted} if the incarnation has ended
     */
    public CompletionStage<Hold> hold(Duration limit) {
        Sent before;
        CompletionStage<Transaction> transaction;
        long number;
        synchronized (this) {
            requireOpen();
            before = gathered == null ? null : sendGathered();
            inFlight++;
            transacting = true;
            number = ++turn;
            transaction = database.begin(limit);
        }
        follow(before);
        return transaction.handle((begun, error) -> held(number, begun, error)).thenCompose(stage -> stage);
    }

    private CompletionStage<Hold> held(long number, Transaction transaction, Throwable error) {
        if (error != null) {
            notBegun();
            return CompletableFuture.failedStage(error);
        }
        Hold next = new Hold(this, number, transaction);
        synchronized (this) {
            if (!closed) {
                hold = Optional.of(next);
                return CompletableFuture.completedStage(next);
            }
        }
        undo(transaction);
        return CompletableFuture.failedStage(ErrorCode.ACTOR_ABORTED.error());
    }

    CompletionStage<Commit> commit(Hold ending, Optional<byte[]> state, List<Statement> rows) {
        CompletionStage<Commit> commit;
        synchronized (this) {
            if (hold.isEmpty() || hold.get() != ending) {
                return CompletableFuture.completedStage(notCommitted("the transaction has ended"));
            }
            hold = Optional.empty();
            Batch batch = new Batch();
            batch.add(ending.number(), state, rows);
            commit = ending.transaction().commit(batch.statements(fence.advance(ending.number())));
        }
        return commit.handle((result, error) -> error == null ? result : new Commit.Unknown(new StorageException(Kind.IO, "the store broke its contract", error)))
            .thenCompose(result -> result instanceof Commit.Unknown(StorageException cause) ? found(ending, cause) : CompletableFuture.completedStage(result))
            .thenApply(result -> ended(ending, result));
    }

    /** Whoever committed has to know whether what is stored is what is in memory: it goes on with that. */
    private CompletionStage<Commit> found(Hold ending, StorageException lost) {
        return outcomes.verdict(ending.number()).thenApply(verdict -> switch (verdict) {
            case REACHED -> new Commit.Committed(List.of());
            case NOT_REACHED -> new Commit.NotCommitted(lost);
            case UNKNOWN -> new Commit.Unknown(lost);
        });
    }

    private Commit ended(Hold ended, Commit result) {
        if (result instanceof Commit.NotCommitted) {
            notBegun(); // as if it had never been
            return result;
        }
        Outcomes.Entry entry;
        synchronized (this) {
            transacting = false;
            fence.advanced(ended.number());
            newest = Math.max(newest, ended.number());
            entry = outcomes.add(ended.number());
        }
        outcomes.ended(entry, result, null);
        return result;
    }

    void release(Hold ending) {
        synchronized (this) {
            if (hold.isEmpty() || hold.get() != ending) {
                return;
            }
            hold = Optional.empty();
        }
        undo(ending.transaction());
    }

    /**
     * Takes the changes of a turn that ended.
     *
     * @param transaction its transaction, if it has one
     * @param state the new state, if it changed
     * @param rows other rows
     * @return the turn that its outputs have to wait for
     * @throws RivetException {@code actor.storage_failed} if a commit has failed, {@code actor.aborted} if the incarnation has ended
     */
    public long ended(Optional<Transaction> transaction, Optional<byte[]> state, List<Statement> rows) {
        Sent full = null;
        Sent commit = null;
        long number;
        synchronized (this) {
            requireOpen();
            if (transaction.isEmpty() && state.isEmpty() && rows.isEmpty()) {
                return newest;
            }
            number = newest = ++turn;
            if (transaction.isPresent()) {
                inFlight--;
                transacting = false;
                open = Optional.empty();
                Batch batch = gathered == null ? new Batch() : gathered; // turns that ended while it was open are committed with it
                gathered = null;
                batch.add(number, state, rows);
                commit = send(batch, transaction);
            } else {
                if (gathered != null && !transacting && !gathered.hasRoomFor(state, rows)) {
                    full = sendGathered();
                }
                gathered = gathered == null ? new Batch() : gathered;
                gathered.add(number, state, rows);
                commit = inFlight == 0 ? sendGathered() : null;
            }
        }
        follow(full);
        follow(commit);
        return number;
    }

    /** Undoes the transaction of a turn that came to nothing. */
    public void abandoned(Transaction transaction) {
        synchronized (this) {
            if (open.isEmpty() || open.get() != transaction) {
                return; // the end of the incarnation has undone it
            }
            open = Optional.empty();
        }
        undo(transaction);
    }

    private void undo(Transaction transaction) {
        transaction.rollback().whenComplete((done, error) -> notBegun());
    }

    /** Takes back a {@link #begin} that failed. */
    public void notBegun() {
        synchronized (this) {
            transacting = false;
        }
        oneLess();
    }

    /** Hands a write over that is not the work of a turn, in its order among all others. Never fails: how it ended is in the result. */
    CompletionStage<Commit> handOver(Function<Fence, CompletionStage<Commit>> write) {
        CompletionStage<Commit> commit;
        synchronized (this) {
            if (closed) {
                return CompletableFuture.completedStage(notCommitted("the incarnation has ended"));
            }
            inFlight++;
            commit = write.apply(fence);
        }
        return commit.whenComplete((result, error) -> oneLess());
    }

    /** Commits a transaction that is not the work of a turn. Never fails: how it ended is in the result. */
    CompletionStage<Commit> endedAlone(Transaction transaction) {
        CompletionStage<Commit> commit;
        synchronized (this) {
            if (open.isEmpty() || open.get() != transaction) {
                return CompletableFuture.completedStage(notCommitted("the incarnation has ended"));
            }
            open = Optional.empty();
            commit = transaction.commit(List.of(fence.hold()));
        }
        return commit.whenComplete((result, error) -> notBegun());
    }

    /** A write was refused that is not the work of a turn. If that was the fence, nothing of the incarnation can be stored any more. */
    void refused(StorageException cause, Result read) {
        if (fence.isLost(read)) {
            failed(new CommitFailure(false, cause));
        }
    }

    private static Commit notCommitted(String why) {
        return new Commit.NotCommitted(new StorageException(Kind.CLOSED, why));
    }

    private void requireOpen() {
        if (failure.isPresent()) {
            throw failure.get(); // the turn built on what did not happen
        }
        if (closed) {
            throw ErrorCode.ACTOR_ABORTED.error();
        }
    }

    private Sent sendGathered() {
        Batch batch = gathered;
        gathered = null;
        return send(batch, Optional.empty());
    }

    private Sent send(Batch batch, Optional<Transaction> transaction) {
        List<Statement> statements = batch.statements(fence.advance(batch.last()));
        fence.advanced(batch.last());
        inFlight++;
        CompletionStage<Commit> commit = transaction.map(t -> t.commit(statements)).orElseGet(() -> database.batch(statements));
        return new Sent(outcomes.add(batch.last()), commit);
    }

    /** Attached outside the lock: a stage may be complete already, and what follows lets outputs go. */
    private void follow(Sent commit) {
        if (commit != null) {
            commit.commit.whenComplete((result, error) -> outcomes.ended(commit.entry, result, error));
        }
    }

    private void settled(long last, Optional<CommitFailure> failure) {
        if (failure.isEmpty()) {
            gate.durable(last);
        } else {
            failed(failure.get());
        }
        oneLess();
    }

    /** Whoever hears of the failure and calls again must find that the actor restarts: so its owner hears first. */
    private void failed(CommitFailure how) {
        RivetException error = how.error();
        boolean first;
        synchronized (this) {
            first = failure.isEmpty();
            failure = first ? Optional.of(error) : failure;
            closed = true;
            gathered = null;
        }
        undoOpen();
        if (first) {
            onFailure.accept(how);
            gate.fail(error);
        }
    }

    /** One thing less is in flight. */
    private void oneLess() {
        Sent next = null;
        CompletableFuture<Void> nowIdle = null;
        synchronized (this) {
            inFlight--;
            if (inFlight == 0 && gathered != null) {
                next = sendGathered();
            } else if (inFlight == 0) {
                nowIdle = idle;
                idle = new CompletableFuture<>();
            }
        }
        follow(next);
        if (nowIdle != null) {
            nowIdle.complete(null);
        }
    }

    /**
     * Ends the incarnation for storage: what has been handed over goes on, what gathered is handed over, and everything later fails with
     * {@code actor.aborted}.
     */
    public void close() {
        Sent last;
        synchronized (this) {
            closed = true;
            last = gathered == null || transacting ? null : sendGathered(); // else when the transaction has ended
        }
        follow(last);
        undoOpen();
    }

    /** Undoes what is open: nobody may use it any more, and what gathered waits for its end. */
    private void undoOpen() {
        Optional<Transaction> turns;
        Optional<Hold> held;
        synchronized (this) {
            turns = open;
            held = hold;
        }
        turns.ifPresent(this::abandoned);
        held.ifPresent(this::release);
    }

    /** Returns a stage that completes when next nothing is in flight: at once if that is so now. */
    public synchronized CompletionStage<Void> idle() {
        return inFlight == 0 && gathered == null ? CompletableFuture.completedStage(null) : idle;
    }
}
