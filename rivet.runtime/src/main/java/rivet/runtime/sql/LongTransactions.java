package rivet.runtime.sql;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.sql.Frame.Kind;
import rivet.runtime.sql.LongTransaction.Phase;
import rivet.runtime.store.Budget;
import rivet.runtime.store.Commits;
import rivet.runtime.store.Hold;
import rivet.runtime.time.Time;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;

/**
 * Begins and ends the transactions that go over await points: one at a time. Used by the thread that holds the turn, but for {@link #close} and the end
 * of a transaction's time; {@code open} is what these two see.
 */
final class LongTransactions {

    private static final Logger log = LoggerFactory.getLogger(LongTransactions.class);

    private final Turn turn;
    private final Commits commits;
    private final Statements statements;
    private final Time time;
    private final Slot slot = new Slot();

    /** By its owner, until that has seen its end. */
    private final Map<Object, LongTransaction> known = new IdentityHashMap<>();
    private volatile Optional<LongTransaction> open = Optional.empty();

    LongTransactions(Turn turn, Commits commits, Statements statements, Time time) {
        this.turn = turn;
        this.commits = commits;
        this.statements = statements;
        this.time = time;
    }

    Optional<LongTransaction> of(Object task) {
        return known.isEmpty() ? Optional.empty() : Optional.ofNullable(known.get(task));
    }

    /**
     * Checks that the current turn may use the database.
     *
     * @throws RivetException {@code sqlite.writer_busy} if somebody else's transaction is open
     */
    void requireFree() {
        if (slot.isOpen()) {
            throw turn.named(ErrorCode.SQLITE_WRITER_BUSY.error());
        }
    }

    boolean holdsState() {
        return open.filter(transaction -> transaction.kind() == Kind.STATE).isPresent();
    }

    // ------------------------------------------------------------------ begin

    /** Begins one when it is its turn to. An await point. */
    LongTransaction begin(Kind kind, Duration limit) {
        Object task = turn.task();
        try {
            CompletionStage<Void> place = slot.request(task);
            turn.await("transaction", place);
            statements.get(place);
            return opened(kind, task, limit);
        } catch (RuntimeException e) {
            slot.leave(task);
            throw turn.named(SqlErrors.of(e));
        }
    }

    /**
     * Begins one that statements begin and end, at once.
     *
     * @throws RivetException {@code sqlite.writer_busy} if there is another
     */
    void beginManual(Duration limit) {
        Object task = turn.task();
        if (!slot.take(task)) {
            throw turn.named(ErrorCode.SQLITE_WRITER_BUSY.error());
        }
        try {
            opened(Kind.MANUAL, task, limit);
        } catch (RuntimeException e) {
            slot.leave(task);
            throw turn.named(SqlErrors.of(e));
        }
    }

    private LongTransaction opened(Kind kind, Object task, Duration limit) {
        if (kind == Kind.STATE) {
            turn.saveState(); // nothing that is older may be written over what the transaction leaves
        }
        turn.commitSoFar(false);
        Hold hold = statements.get(commits.hold(limit));
        LongTransaction begun = new LongTransaction(kind, task, hold, limit, turn);
        if (!slot.opened(task)) {
            hold.release();
            throw ErrorCode.ACTOR_STOPPING.error();
        }
        known.put(task, begun);
        open = Optional.of(begun);
        begun.watch(time.after(limit, () -> expire(begun)));
        return begun;
    }

    // ------------------------------------------------------------------ end

    /** Commits, or undoes it and says why. */
    void commit(LongTransaction ending) {
        ending.leave(turn);
        try {
            commitLeft(ending);
        } catch (RuntimeException e) {
            RivetException error = turn.named(SqlErrors.of(e));
            ending.part().fail(error);
            undo(ending);
            throw error;
        }
        forget(ending);
        turn.changedIn(ending.hold().number());
        turn.add(new Part(ending.part().outputs(), List.of()));
    }

    private void commitLeft(LongTransaction ending) {
        Optional<byte[]> state = ending.overlay().flatMap(StateOverlay::state);
        List<Statement> rows = ending.part().rows();
        if (ending.overlay().isPresent()) {
            ending.overlay().get().conflict().ifPresent(what -> {
                throw ErrorCode.ACTOR_TRANSACTION_CONFLICT.error("what", what);
            });
            Budget own = Budget.of(rows);
            ending.spending().requireRoom(new Budget(own.statements() + (state.isPresent() ? 1 : 0), own.bytes() + state.map(bytes -> bytes.length).orElse(0)));
        }
        if (!ending.end(Phase.COMMITTED)) {
            throw ending.over();
        }
        switch (statements.get(ending.hold().commit(state, rows))) {
            case Commit.Committed _ -> ending.overlay().ifPresent(StateOverlay::install);
            case Commit.NotCommitted(StorageException cause) -> {
                ending.notCommitted();
                throw cause;
            }
            case Commit.Unknown(StorageException cause) -> throw ErrorCode.ACTOR_STORAGE_FAILED.error("committed", "unknown").withCause(cause);
        }
    }

    /** Undoes it because of what its code threw. */
    void undo(LongTransaction ending, RivetException cause) {
        ending.leave(turn);
        ending.part().fail(cause);
        undo(ending);
    }

    private void undo(LongTransaction ending) {
        if (ending.end(Phase.ROLLED_BACK)) {
            ending.hold().release();
        }
        forget(ending);
    }

    private void forget(LongTransaction ended) {
        known.remove(ended.owner());
        free(ended);
    }

    private void free(LongTransaction ended) {
        open = open.filter(now -> now != ended);
        slot.leave(ended.owner());
    }

    /** SQLite has undone it. One that statements began is over, as it is in SQLite; code that runs inside learns of it by its next statement. */
    void lose(LongTransaction lost) {
        if (lost.end(Phase.ROLLED_BACK)) {
            lost.hold().release();
        }
        if (lost.kind() == Kind.MANUAL && lost.frames().isEmpty()) {
            forget(lost);
        } else {
            free(lost);
        }
    }

    /** Not in a turn: the owner may wait for something, and outputs of the others may wait for this. */
    void expire(LongTransaction late) {
        if (late.end(Phase.EXPIRED)) {
            log.warn("actor {}: a transaction was not ended within {} ms and is rolled back", turn.actor(), late.limit().toMillis());
            late.hold().release();
            open = open.filter(now -> now != late);
            slot.expire(late.owner(), () -> SqlErrors.expired(late.limit()));
        }
    }

    /** Lets none begin any more, and undoes the one that is open (R-tx-20, R-tx-21). */
    void close() {
        slot.close();
        open.filter(late -> late.end(Phase.CLOSED)).ifPresent(late -> {
            log.warn("actor {}: a transaction was left open when it stopped and is rolled back: its action did not finish within the grace period", turn.actor());
            late.hold().release();
        });
    }

    // ------------------------------------------------------------------ turns

    /** The turn is about to be given up at an await point. */
    void leave(String operation) {
        Optional<LongTransaction> mine = of(turn.task());
        if (mine.isEmpty()) {
            return;
        }
        if (operation.equals("saveStateNow")) {
            throw turn.named(ErrorCode.ACTOR_INVALID_OPERATION.error("operation", operation, "reason", "it would wait for the transaction that it is in"));
        }
        mine.get().leave(turn);
    }

    /** The turn is back. */
    void enter() {
        of(turn.task()).ifPresent(mine -> mine.enter(turn));
    }

    /** The task of this turn has ended: what its statements began is undone. */
    void taskEnded() {
        of(turn.task()).ifPresent(left -> {
            if (left.phase() == Phase.OPEN) {
                log.warn("actor {}: a transaction was begun and not ended, so it is rolled back with the end of its action", turn.actor());
            }
            undo(left);
        });
    }
}
