package rivet.runtime.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
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
 * Invariants, under {@code this}: turns are numbered without gaps in the order in which they ended; every number up to {@code turn} is in exactly
 * one of: durable, in flight, gathered; batches are handed to the database in the order of their numbers, under the lock; after the first
 * failure or {@link #close} nothing is handed over any more. How commits ended is taken note of in their order, by one thread at a time, so that the
 * first to fail is the first that did not happen: what is told of it is true of all behind it.
 */
public final class Commits {

    private static final Duration TRANSACTION_LIMIT = Duration.ofMinutes(10);

    private final Database database;
    private final Incarnation incarnation;
    private final OutputGate gate;
    private final Consumer<CommitFailure> onFailure;

    private long turn;
    private long sent;
    private boolean first = true;
    private int inFlight;
    private boolean transacting;
    private Batch gathered;
    private boolean closed;
    private final ArrayDeque<Sent> unsettled = new ArrayDeque<>();
    private boolean settling;
    private Optional<RivetException> failure = Optional.empty();
    private CompletableFuture<Void> idle = new CompletableFuture<>();

    /** Rows that are to be committed together. */
    private static final class Batch {

        private final List<Statement> rows = new ArrayList<>();
        private byte[] state;
        private Budget size = Budget.NONE;
        private long last;

        void add(long number, Optional<byte[]> newState, List<Statement> newRows) {
            last = number;
            newState.ifPresent(bytes -> state = bytes);
            rows.addAll(newRows);
            size = size.plus(newRows);
        }

        /** Returns whether a turn's changes can be written together with these. */
        boolean hasRoomFor(Optional<byte[]> newState, List<Statement> newRows) {
            long stateBytes = newState.map(bytes -> (long) bytes.length).orElseGet(() -> Budget.payload(state));
            Budget all = size.plus(newRows);
            return new Budget(all.statements() + 2, all.bytes() + stateBytes).fits(Budget.LIMIT); // fence and state come on top
        }
    }

    /** How a commit ended: null for well. */
    private record Outcome(CommitFailure failure) {}

    private static final Outcome HAPPENED = new Outcome(null);

    /** A commit that was handed to the database, and how it ended, once that is known. */
    private static final class Sent {

        private final long last;
        private final CompletionStage<Commit> commit;
        private Outcome outcome;

        Sent(long last, CompletionStage<Commit> commit) {
            this.last = last;
            this.commit = commit;
        }
    }

    /**
     * Makes a queue.
     *
     * @param gate learns which turns are durable
     * @param onFailure is called once, when a commit has failed, before the outputs that depended on it hear so; the queue is closed then
     */
    public Commits(Database database, Incarnation incarnation, OutputGate gate, Consumer<CommitFailure> onFailure) {
        this.database = database;
        this.incarnation = incarnation;
        this.gate = gate;
        this.onFailure = onFailure;
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
        return transaction;
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
                return turn;
            }
            number = ++turn;
            if (transaction.isPresent()) {
                inFlight--;
                transacting = false;
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
        transaction.rollback().whenComplete((done, error) -> notBegun());
    }

    /** Takes back a {@link #begin} that failed. */
    public void notBegun() {
        synchronized (this) {
            transacting = false;
        }
        oneLess();
    }

    /**
     * Stores the state by itself, not as the work of a turn: for durability {@code interval}. Such a write builds on no other and no other builds on it, so that
     * it may fail without harm. Its order among all that is handed over here is kept. Never fails: how it ended is in the result.
     */
    public CompletionStage<Commit> save(byte[] state) {
        CompletionStage<Commit> commit;
        synchronized (this) {
            if (closed) {
                return CompletableFuture.completedStage(new Commit.NotCommitted(new StorageException(Kind.CLOSED, "the incarnation has ended")));
            }
            inFlight++;
            commit = database.batch(List.of(Fence.hold(incarnation), Rows.state(state)));
        }
        return commit.whenComplete((result, error) -> oneLess());
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
        List<Statement> statements = new ArrayList<>(batch.rows.size() + 2);
        statements.add(Fence.advance(incarnation, first, sent, batch.last));
        if (batch.state != null) {
            statements.add(Rows.state(batch.state));
        }
        statements.addAll(batch.rows);
        first = false;
        sent = batch.last;
        inFlight++;
        CompletionStage<Commit> commit = transaction.map(t -> t.commit(statements)).orElseGet(() -> database.batch(statements));
        Sent next = new Sent(batch.last, commit);
        unsettled.add(next);
        return next;
    }

    /** Attached outside the lock: a stage may be complete already, and what follows lets outputs go. */
    private void follow(Sent commit) {
        if (commit != null) {
            commit.commit.whenComplete((result, error) -> ended(commit, result, error));
        }
    }

    private void ended(Sent commit, Commit result, Throwable error) {
        switch (result) {
            case Commit.Committed c -> settle(commit, HAPPENED);
            case Commit.NotCommitted(StorageException cause) -> settle(commit, new Outcome(new CommitFailure(false, cause)));
            case Commit.Unknown(StorageException cause) -> findOut(commit, cause);
            case null -> findOut(commit, new StorageException(Kind.IO, "the store broke its contract", error));
        }
    }

    /** The fence tells whether a commit happened whose answer was lost; if it can't be read either, or others have written since, nobody knows. */
    private void findOut(Sent commit, StorageException cause) {
        database.query(List.of(Fence.read())).whenComplete((read, error) -> {
            Fence.Verdict verdict = error == null ? Fence.verdict(read.getFirst(), incarnation, commit.last) : Fence.Verdict.UNKNOWN;
            settle(commit, switch (verdict) {
                case REACHED -> HAPPENED;
                case NOT_REACHED -> new Outcome(new CommitFailure(false, cause));
                case UNKNOWN -> new Outcome(new CommitFailure(true, cause));
            });
        });
    }

    /** Notes how a commit ended, and draws the conclusions for which nothing is missing any more. */
    private void settle(Sent commit, Outcome outcome) {
        synchronized (this) {
            if (commit.outcome != null) {
                return; // a later one has told
            }
            commit.outcome = outcome;
            if (outcome == HAPPENED) {
                // it builds on all before it, so these have happened too
                unsettled.stream().takeWhile(earlier -> earlier != commit).filter(earlier -> earlier.outcome == null).forEach(earlier -> earlier.outcome = HAPPENED);
            }
            if (settling) {
                return;
            }
            settling = true;
        }
        for (Sent next = nextSettled(); next != null; next = nextSettled()) {
            if (next.outcome == HAPPENED) {
                gate.durable(next.last);
            } else {
                failed(next.outcome.failure);
            }
            oneLess();
        }
    }

    private synchronized Sent nextSettled() {
        Sent next = unsettled.peek();
        settling = next != null && next.outcome != null;
        return settling ? unsettled.poll() : null;
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
            last = gathered == null ? null : sendGathered();
        }
        follow(last);
    }

    /** Returns a stage that completes when next nothing is in flight: at once if that is so now. */
    public synchronized CompletionStage<Void> idle() {
        return inFlight == 0 && gathered == null ? CompletableFuture.completedStage(null) : idle;
    }
}
