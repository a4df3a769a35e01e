package rivet.runtime.sql;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.sql.Frame.Kind;
import rivet.runtime.store.Hold;
import rivet.runtime.time.Time;

/**
 * A transaction that goes over await points.
 * <p>
 * Invariant, under {@code this}: it leaves phase OPEN once; whoever makes it do so ends it in the database. So a commit that has begun wins against the end of its time, and the other way
 * round (R-sql-15). All else is used by its owner, in its turns.
 */
final class LongTransaction {

    /** Where it stands. */
    enum Phase {
        OPEN, COMMITTED, ROLLED_BACK, EXPIRED, CLOSED
    }

    private final Kind kind;
    private final Object owner;
    private final Hold hold;
    private final Duration limit;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Savepoints savepoints = new Savepoints();
    private final Spending spending = new Spending();
    private final Optional<StateOverlay> overlay;
    private Turn.Mark mark;
    private Part part = Part.NONE;
    private Optional<Time.Timer> timer = Optional.empty();
    private Phase phase = Phase.OPEN;

    LongTransaction(Kind kind, Object owner, Hold hold, Duration limit, Turn turn) {
        this.kind = kind;
        this.owner = owner;
        this.hold = hold;
        this.limit = limit;
        overlay = kind == Kind.STATE ? Optional.of(turn.overlay()) : Optional.empty();
        mark = turn.mark();
    }

    /** Its time runs. */
    synchronized void watch(Time.Timer expiry) {
        timer = Optional.of(expiry);
        if (phase != Phase.OPEN) {
            expiry.cancel();
        }
    }

    Kind kind() {
        return kind;
    }

    Object owner() {
        return owner;
    }

    Hold hold() {
        return hold;
    }

    Duration limit() {
        return limit;
    }

    Deque<Frame> frames() {
        return frames;
    }

    Savepoints savepoints() {
        return savepoints;
    }

    Spending spending() {
        return spending;
    }

    Optional<StateOverlay> overlay() {
        return overlay;
    }

    /** Ends it; returns whether it was open. */
    synchronized boolean end(Phase how) {
        if (phase != Phase.OPEN) {
            return false;
        }
        phase = how;
        timer.ifPresent(Time.Timer::cancel);
        return true;
    }

    /** The commit that it ended with did not happen. */
    synchronized void notCommitted() {
        phase = Phase.ROLLED_BACK;
    }

    synchronized Phase phase() {
        return phase;
    }

    /** Returns why it cannot go on. */
    RivetException over() {
        return switch (phase()) {
            case EXPIRED -> SqlErrors.expired(limit);
            case CLOSED -> ErrorCode.ACTOR_STOPPING.error();
            case COMMITTED -> ErrorCode.SQLITE_TRANSACTION_TERMINAL.error("state", "committed");
            default -> SqlErrors.rolledBack();
        };
    }

    /** Its owner is about to wait, or has come to its end: what it gathered is put aside, and others go on with their state. */
    void leave(Turn turn) {
        if (overlay.isPresent()) {
            part = part.then(turn.cut(mark));
            overlay.get().leave();
        }
    }

    /** Its owner goes on. */
    void enter(Turn turn) {
        if (overlay.isPresent()) {
            mark = turn.mark();
            overlay.get().enter();
        }
    }

    /** Returns what it gathered: of that nothing has left the actor. */
    Part part() {
        return part;
    }
}
