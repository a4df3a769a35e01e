package rivet.runtime.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

import rivet.error.RivetException;
import rivet.protocol.sql.SqlText;
import rivet.protocol.sql.Verb;
import rivet.runtime.time.Time;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * What the statements of the current turn are part of, innermost first: transactions within the turn, then the one that goes over await points and belongs to the turn's task, or else the transaction
 * of the turn. Used by the thread that holds the turn.
 */
final class Current {

    private final Turn turn;
    private final Statements statements;
    private final LongTransactions longs;
    private final Time time;

    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Savepoints savepoints = new Savepoints();
    private Object savepointsOf = this;

    Current(Turn turn, Statements statements, LongTransactions longs, Time time) {
        this.turn = turn;
        this.statements = statements;
        this.longs = longs;
        this.time = time;
    }

    /** Returns the transaction of the turn's task that goes over await points. */
    Optional<LongTransaction> longOne() {
        return longs.of(turn.task());
    }

    /** Returns the transactions that are savepoints, innermost first. */
    Deque<Frame> frames() {
        return longOne().map(LongTransaction::frames).orElse(frames);
    }

    /** Returns what the innermost transaction that was begun by code has spent. */
    Optional<Spending> spending() {
        return frames().isEmpty() ? longOne().map(LongTransaction::spending) : Optional.of(frames().peek().spending());
    }

    /** Returns the savepoints that statements can reach. */
    Savepoints savepoints() {
        if (!frames().isEmpty()) {
            return frames().peek().savepoints();
        }
        if (longOne().isPresent()) {
            return longOne().get().savepoints();
        }
        Object transaction = turn.transaction().map(Object.class::cast).orElse(this);
        if (savepointsOf != transaction) {
            savepoints.clear(); // they went with the turn before
            savepointsOf = transaction;
        }
        return savepoints;
    }

    /** Runs a statement of an author. */
    Result run(SqlText sql, Statement statement) {
        requireGoing();
        Result result;
        try {
            result = dispatch(sql, statement);
        } catch (RuntimeException e) {
            RivetException error = error(e);
            if (SqlErrors.endsTransaction(e)) {
                lose(error);
            }
            throw error;
        }
        spending().ifPresent(spent -> spent.add(statement));
        return result;
    }

    private Result dispatch(SqlText sql, Statement statement) {
        Optional<LongTransaction> mine = longOne();
        if (mine.isPresent()) {
            return statements.get(statement, mine.get().hold().execute(statement));
        }
        longs.requireFree();
        return sql.verb() == Verb.SAVEPOINT ? statements.runInTurn(statement) : statements.run(statement, sql.reads());
    }

    /** Runs a statement of an author that no transaction may hold. */
    Result runAlone(Statement statement) {
        try {
            return statements.runAlone(statement);
        } catch (RuntimeException e) {
            throw error(e);
        }
    }

    /** A statement that was stopped fails with the reason for that. */
    private RivetException error(RuntimeException thrown) {
        if (!SqlErrors.isTimeout(thrown)) {
            return named(thrown);
        }
        Optional<RivetException> interruption = turn.interruption();
        if (interruption.isPresent()) {
            return turn.named(interruption.get());
        }
        Optional<LongTransaction> mine = longOne();
        if (mine.isPresent()) {
            longs.expire(mine.get());
            return turn.named(mine.get().over());
        }
        return named(thrown);
    }

    /** Runs a statement of the platform in a transaction. */
    void control(Statement statement) {
        try {
            Optional<LongTransaction> mine = longOne();
            if (mine.isPresent()) {
                statements.get(mine.get().hold().execute(statement));
            } else {
                longs.requireFree();
                statements.runInTurn(statement);
            }
        } catch (RuntimeException e) {
            if (SqlErrors.endsTransaction(e)) {
                lose(named(e));
            }
            throw named(e);
        }
    }

    /** Checks that no transaction around is over, for whatever reason. */
    void requireGoing() {
        try {
            Optional<LongTransaction> mine = longOne();
            if (mine.isPresent() && mine.get().phase() != LongTransaction.Phase.OPEN) {
                throw mine.get().over();
            }
            for (Frame frame : frames()) {
                frame.requireGoing(time.nanos());
            }
        } catch (RivetException e) {
            throw turn.named(e);
        }
    }

    /** SQLite has undone the transaction of the turn, or of the task, and with it all that is part of it. */
    void lose(RivetException cause) {
        frames().forEach(Frame::lose);
        Optional<LongTransaction> mine = longOne();
        if (mine.isPresent()) {
            longs.lose(mine.get());
        } else {
            turn.undo(cause);
        }
    }

    RivetException named(Throwable thrown) {
        return turn.named(SqlErrors.of(thrown));
    }

    /** The task of this turn has come to its end. */
    void taskEnded() {
        frames.clear();
        longs.taskEnded();
    }
}
