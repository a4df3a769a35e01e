package rivet.runtime.sql;

import java.time.Duration;
import java.util.Optional;

import rivet.error.RivetException;

/** A transaction within a turn, or within one that goes over await points: a savepoint with what belongs to it. Used by the thread that holds the turn. */
final class Frame {

    /** What a transaction covers. */
    enum Kind {
        /** SQL. */
        SQL,
        /** SQL, state and connection states. */
        STATE,
        /** SQL, begun and ended by statements. */
        MANUAL
    }

    private final Kind kind;
    private final String savepoint;
    private final Duration limit;
    private final long began;
    private final Savepoints savepoints = new Savepoints();
    private final Spending spending = new Spending();
    private final Turn.Mark mark;
    private final Optional<StateMemory> memory;
    private Optional<RivetException> over = Optional.empty();
    private boolean lost;

    Frame(Kind kind, String savepoint, Duration limit, long began, Turn turn) {
        this.kind = kind;
        this.savepoint = savepoint;
        this.limit = limit;
        this.began = began;
        mark = turn.mark();
        memory = kind == Kind.STATE ? Optional.of(turn.remember()) : Optional.empty();
    }

    Kind kind() {
        return kind;
    }

    String savepoint() {
        return savepoint;
    }

    Savepoints savepoints() {
        return savepoints;
    }

    Spending spending() {
        return spending;
    }

    Turn.Mark mark() {
        return mark;
    }

    Optional<StateMemory> memory() {
        return memory;
    }

    /**
     * Checks that it may go on.
     *
     * @throws RivetException {@code sqlite.transaction_expired}, or {@code sqlite.transaction_terminal} if SQLite has rolled it back
     */
    void requireGoing(long now) {
        if (over.isEmpty() && now - began > limit.toNanos()) {
            over = Optional.of(SqlErrors.expired(limit));
        }
        if (over.isPresent()) {
            throw over.get();
        }
    }

    /** SQLite has undone all that it was part of. */
    void lose() {
        lost = true;
        over = Optional.of(SqlErrors.rolledBack());
    }

    /** Returns whether there is nothing left to undo in the database. */
    boolean lost() {
        return lost;
    }
}
