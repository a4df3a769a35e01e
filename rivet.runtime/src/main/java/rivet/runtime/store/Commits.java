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
 * order, and the {@link Fence} makes each refuse to happen without the one before. {@link CommitOrder} has that order and its lock; nothing here is guarded.
 * {@link Outcomes} tells how commits ended in their order, so that the first to fail is the first that did not happen: what is told of it is true of all behind it.
 */
public final class Commits {

    private static final Duration TRANSACTION_LIMIT = Duration.ofMinutes(10);

    private final Fence fence;
    private final OutputGate gate;
    private final Consumer<CommitFailure> onFailure;
    private final Outcomes outcomes;
    private final CommitOrder order;

    /**
     * Makes a queue.
     *
     * @param loaded where the fence was when the incarnation was loaded
     * @param gate learns which turns are durable
     * @param onFailure is called once, when a commit has failed, before the outputs that depended on it hear so; the queue is closed then
     */
    public Commits(Database database, Incarnation incarnation, Position loaded, OutputGate gate, Consumer<CommitFailure> onFailure) {
        fence = new Fence(incarnation, loaded);
        this.gate = gate;
        this.onFailure = onFailure;
        outcomes = new Outcomes(database, fence, this::settled);
        order = new CommitOrder(database, fence, outcomes);
    }

    /**
     * Opens the transaction of a turn that writes with SQL of its own. {@link #ended} or {@link #abandoned} must follow.
     *
     * @throws RivetException {@code actor.storage_failed} if a commit has failed, {@code actor.aborted} if the incarnation has ended
     */
    public CompletionStage<Transaction> begin() {
        CommitOrder.Begun begun = order.begin(TRANSACTION_LIMIT);
        follow(begun.before());
        return begun.transaction().thenApply(this::opened);
    }

    private Transaction opened(Transaction transaction) {
        if (!order.opened(transaction)) {
            transaction.rollback();
            throw ErrorCode.ACTOR_ABORTED.error();
        }
        return transaction;
    }

    /**
     * Opens a transaction that outlives its turn. What the turn changed so far must have been handed over.
     *
     * @param limit after so long it is undone
     * @throws RivetException {@code actor.storage_failed} if a commit has failed, {@code actor.aborted} if the incarnation has ended
     */
    public CompletionStage<Hold> hold(Duration limit) {
        CommitOrder.Begun begun = order.beginHold(limit);
        follow(begun.before());
        return begun.transaction().handle((transaction, error) -> held(begun.number(), transaction, error)).thenCompose(stage -> stage);
    }

    private CompletionStage<Hold> held(long number, Transaction transaction, Throwable error) {
        if (error != null) {
            notBegun();
            return CompletableFuture.failedStage(error);
        }
        Hold next = new Hold(this, number, transaction);
        if (order.held(next)) {
            return CompletableFuture.completedStage(next);
        }
        undo(transaction);
        return CompletableFuture.failedStage(ErrorCode.ACTOR_ABORTED.error());
    }

    CompletionStage<Commit> commit(Hold ending, Optional<byte[]> state, List<Statement> rows) {
        Optional<CompletionStage<Commit>> commit = order.commit(ending, state, rows);
        if (commit.isEmpty()) {
            return CompletableFuture.completedStage(notCommitted("the transaction has ended"));
        }
        return commit.get().handle((result, error) -> error == null ? result : new Commit.Unknown(new StorageException(Kind.IO, "the store broke its contract", error)))
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
        } else {
            outcomes.ended(order.committed(ended), result, null);
        }
        return result;
    }

    void release(Hold ending) {
        if (order.release(ending)) {
            undo(ending.transaction());
        }
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
        CommitOrder.Ended ended = order.ended(transaction, state, rows);
        follow(ended.full());
        follow(ended.commit());
        return ended.number();
    }

    /** Undoes the transaction of a turn that came to nothing. */
    public void abandoned(Transaction transaction) {
        if (order.abandon(transaction)) {
            undo(transaction);
        }
    }

    private void undo(Transaction transaction) {
        transaction.rollback().whenComplete((done, error) -> notBegun());
    }

    /** Takes back a {@link #begin} that failed. */
    public void notBegun() {
        order.transactionOver();
        oneLess();
    }

    /** Hands a write over that is not the work of a turn, in its order among all others. Never fails: how it ended is in the result. */
    CompletionStage<Commit> handOver(Function<Fence, CompletionStage<Commit>> write) {
        return order.handOver(write).map(commit -> commit.whenComplete((result, error) -> oneLess()))
            .orElseGet(() -> CompletableFuture.completedStage(notCommitted("the incarnation has ended")));
    }

    /** Commits a transaction that is not the work of a turn. Never fails: how it ended is in the result. */
    CompletionStage<Commit> endedAlone(Transaction transaction) {
        return order.commitAlone(transaction).map(commit -> commit.whenComplete((result, error) -> notBegun()))
            .orElseGet(() -> CompletableFuture.completedStage(notCommitted("the incarnation has ended")));
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

    private void follow(Optional<CommitOrder.Sent> sent) {
        sent.ifPresent(commit -> commit.commit().whenComplete((result, error) -> outcomes.ended(commit.entry(), result, error)));
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
        boolean first = order.failed(error);
        undoOpen();
        if (first) {
            onFailure.accept(how);
            gate.fail(error);
        }
    }

    private void oneLess() {
        CommitOrder.Left left = order.oneLess();
        follow(left.next());
        left.idle().ifPresent(idle -> idle.complete(null));
    }

    /**
     * Ends the incarnation for storage: what has been handed over goes on, what gathered is handed over, and everything later fails with
     * {@code actor.aborted}.
     */
    public void close() {
        follow(order.close());
        undoOpen();
    }

    /** Undoes what is open: nobody may use it any more, and what gathered waits for its end. */
    private void undoOpen() {
        Optional<Hold> held = order.hold();
        order.open().ifPresent(this::abandoned);
        held.ifPresent(this::release);
    }

    /** Returns whether a transaction that outlives its turn is open: nothing else is committed before its end. */
    public boolean isHeld() {
        return order.hold().isPresent();
    }

    /** Returns a stage that completes when next nothing is in flight: at once if that is so now. */
    public CompletionStage<Void> idle() {
        return order.idle();
    }
}
