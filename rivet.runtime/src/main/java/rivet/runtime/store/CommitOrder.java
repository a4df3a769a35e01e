package rivet.runtime.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Transaction;

/**
 * In which order what the turns of one incarnation changed is handed to the database, and together with what. What follows from how it ended is up to {@link Commits}.
 * <p>
 * Invariants, under {@code this}: turns are numbered without gaps in the order in which they ended, but for the number of a {@link Hold} that was undone;
 * every other number up to {@code turn} is in exactly one of: durable, in flight, gathered; while a transaction is open nothing is sent, because the
 * database would run it behind; batches are handed to the database in the order of their numbers, under the lock; after the first failure or
 * {@link #close} nothing is handed over any more. Stages are listened to outside the lock only: one may be complete already, and what follows lets outputs go.
 */
final class CommitOrder {

    private final Database database;
    private final Fence fence;
    private final Outcomes outcomes;

    private long turn;
    /** The newest turn that others can have read: a hold that is open is not among them. */
    private long newest;
    private int inFlight;
    private boolean transacting;
    private Optional<Transaction> open = Optional.empty();
    private Optional<Hold> hold = Optional.empty();
    private Optional<Batch> gathered = Optional.empty();
    private boolean closed;
    private Optional<RivetException> failure = Optional.empty();
    private CompletableFuture<Void> idle = new CompletableFuture<>();

    /** A commit that was handed to the database. */
    record Sent(Outcomes.Entry entry, CompletionStage<Commit> commit) {}

    /**
     * A transaction that is being opened.
     *
     * @param before what had gathered, and was sent before it
     * @param number the turn that it counts as, if it is one of its own
     */
    record Begun(Optional<Sent> before, long number, CompletionStage<Transaction> transaction) {}

    /**
     * A turn's changes.
     *
     * @param number the turn that its outputs have to wait for
     * @param full what had gathered and had no room for them
     * @param commit what was sent together with them; empty if they wait
     */
    record Ended(long number, Optional<Sent> full, Optional<Sent> commit) {}

    /**
     * What comes when one thing less is in flight.
     *
     * @param next what had gathered, and was sent
     * @param idle to be completed
     */
    record Left(Optional<Sent> next, Optional<CompletableFuture<Void>> idle) {}

    CommitOrder(Database database, Fence fence, Outcomes outcomes) {
        this.database = database;
        this.fence = fence;
        this.outcomes = outcomes;
    }

    /** Opens the transaction of a turn that is under way. */
    synchronized Begun begin(Duration limit) {
        return begin(limit, 0);
    }

    /** Opens a transaction that counts as a turn of its own. */
    synchronized Begun beginHold(Duration limit) {
        requireOpen();
        return begin(limit, ++turn);
    }

    private Begun begin(Duration limit, long number) {
        requireOpen();
        Optional<Sent> before = sendGathered();
        inFlight++;
        transacting = true; // what gathers must not be sent before it: the database would run it behind
        return new Begun(before, number, database.begin(limit));
    }

    private void requireOpen() {
        if (failure.isPresent()) {
            throw failure.get(); // the turn built on what did not happen
        }
        if (closed) {
            throw ErrorCode.ACTOR_ABORTED.error();
        }
    }

    /** A transaction is open. Returns false if the incarnation has ended: it is to be undone. */
    synchronized boolean opened(Transaction transaction) {
        open = closed ? open : Optional.of(transaction);
        return !closed;
    }

    /** A transaction is held. Returns false if the incarnation has ended: it is to be undone. */
    synchronized boolean held(Hold next) {
        hold = closed ? hold : Optional.of(next);
        return !closed;
    }

    /** Commits what is held; empty if it is not any more. */
    synchronized Optional<CompletionStage<Commit>> commit(Hold ending, Optional<byte[]> state, List<Statement> rows) {
        if (!release(ending)) {
            return Optional.empty();
        }
        Batch batch = new Batch();
        batch.add(ending.number(), state, rows);
        return Optional.of(ending.transaction().commit(batch.statements(fence.advance(ending.number()))));
    }

    /** What was held has been committed, or nobody knows. */
    synchronized Outcomes.Entry committed(Hold ended) {
        transacting = false;
        fence.advanced(ended.number());
        newest = Math.max(newest, ended.number());
        return outcomes.add(ended.number());
    }

    /** Holds a transaction no more; returns false if it was not held. */
    synchronized boolean release(Hold ending) {
        boolean isHeld = hold.isPresent() && hold.get() == ending;
        hold = isHeld ? Optional.empty() : hold;
        return isHeld;
    }

    /** Takes the changes of a turn that ended. */
    synchronized Ended ended(Optional<Transaction> transaction, Optional<byte[]> state, List<Statement> rows) {
        requireOpen();
        if (transaction.isEmpty() && state.isEmpty() && rows.isEmpty()) {
            return new Ended(newest, Optional.empty(), Optional.empty());
        }
        newest = ++turn;
        if (transaction.isPresent()) {
            inFlight--;
            transacting = false;
            open = Optional.empty();
            gather(state, rows); // turns that ended while it was open are committed with it
            return new Ended(newest, Optional.empty(), send(transaction));
        }
        boolean hasRoom = gathered.isEmpty() || transacting || gathered.get().hasRoomFor(state, rows);
        Optional<Sent> full = hasRoom ? Optional.empty() : sendGathered();
        gather(state, rows);
        return new Ended(newest, full, inFlight == 0 ? sendGathered() : Optional.empty());
    }

    private void gather(Optional<byte[]> state, List<Statement> rows) {
        Batch batch = gathered.orElseGet(Batch::new);
        batch.add(newest, state, rows);
        gathered = Optional.of(batch);
    }

    private Optional<Sent> sendGathered() {
        return gathered.isEmpty() ? Optional.empty() : send(Optional.empty());
    }

    private Optional<Sent> send(Optional<Transaction> transaction) {
        Batch batch = gathered.orElseThrow();
        gathered = Optional.empty();
        List<Statement> statements = batch.statements(fence.advance(batch.last()));
        fence.advanced(batch.last());
        inFlight++;
        CompletionStage<Commit> commit = transaction.map(t -> t.commit(statements)).orElseGet(() -> database.batch(statements));
        return Optional.of(new Sent(outcomes.add(batch.last()), commit));
    }

    /** The transaction of a turn comes to nothing; returns false if the end of the incarnation has undone it. */
    synchronized boolean abandon(Transaction transaction) {
        boolean isOpen = open.isPresent() && open.get() == transaction;
        open = isOpen ? Optional.empty() : open;
        return isOpen;
    }

    /** Nothing is open any more. */
    synchronized void transactionOver() {
        transacting = false;
    }

    /** Hands a write over that is not the work of a turn, in its order among all others; empty if the incarnation has ended. */
    synchronized Optional<CompletionStage<Commit>> handOver(Function<Fence, CompletionStage<Commit>> write) {
        if (closed) {
            return Optional.empty();
        }
        inFlight++;
        return Optional.of(write.apply(fence));
    }

    /** Commits a transaction that is not the work of a turn; empty if the incarnation has ended. */
    synchronized Optional<CompletionStage<Commit>> commitAlone(Transaction transaction) {
        return abandon(transaction) ? Optional.of(transaction.commit(List.of(fence.hold()))) : Optional.empty();
    }

    /** One thing less is in flight. */
    synchronized Left oneLess() {
        inFlight--;
        if (inFlight > 0) {
            return new Left(Optional.empty(), Optional.empty());
        }
        Optional<Sent> next = sendGathered();
        if (next.isPresent()) {
            return new Left(next, Optional.empty());
        }
        CompletableFuture<Void> nowIdle = idle;
        idle = new CompletableFuture<>();
        return new Left(Optional.empty(), Optional.of(nowIdle));
    }

    /** A commit has failed; returns whether it is the first. */
    synchronized boolean failed(RivetException error) {
        boolean first = failure.isEmpty();
        failure = first ? Optional.of(error) : failure;
        closed = true;
        gathered = Optional.empty();
        return first;
    }

    /** The incarnation ends: what gathered is handed over, at the end of a transaction that is open. */
    synchronized Optional<Sent> close() {
        closed = true;
        return transacting ? Optional.empty() : sendGathered();
    }

    synchronized Optional<Transaction> open() {
        return open;
    }

    synchronized Optional<Hold> hold() {
        return hold;
    }

    /** Returns a stage that completes when next nothing is in flight: at once if that is so now. */
    synchronized CompletionStage<Void> idle() {
        return inFlight == 0 && gathered.isEmpty() ? CompletableFuture.completedStage(null) : idle;
    }
}
