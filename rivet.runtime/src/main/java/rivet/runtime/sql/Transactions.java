package rivet.runtime.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

import rivet.actor.TransactionOptions;
import rivet.actor.Work;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.sql.SqlText;
import rivet.protocol.sql.Verb;
import rivet.runtime.sql.Frame.Kind;
import rivet.runtime.store.Budget;
import rivet.runtime.time.Time;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * The transactions of an instance's code, one inside another: those within a turn are savepoints of its transaction, or of the one that goes over await points and belongs to the
 * turn's task. Used by the thread that holds the turn.
 * <p>
 * Invariant: {@code frames} is empty whenever a turn ends, because an await point in a transaction is refused and the end of a task ends what is left.
 */
public final class Transactions {

    private static final String SAVEPOINT = "_rivet_";

    private final Turn turn;
    private final Statements statements;
    private final Time time;
    private final LongTransactions longs;

    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Savepoints savepoints = new Savepoints();
    private Object savepointsOf = this;

    Transactions(Turn turn, Statements statements, LongTransactions longs, Time time) {
        this.turn = turn;
        this.statements = statements;
        this.longs = longs;
        this.time = time;
    }

    /** Runs code as a state transaction. */
    public <T, X extends Exception> T state(TransactionOptions options, Work<T, X> work) throws X {
        turn.check("transaction");
        return run(Kind.STATE, options, work);
    }

    <T, X extends Exception> T run(Kind kind, TransactionOptions options, Work<T, X> work) throws X {
        return options.allowAwait() ? runLong(kind, options, work) : runInTurn(kind, options, work);
    }

    // ------------------------------------------------------------------ within a turn

    private <T, X extends Exception> T runInTurn(Kind kind, TransactionOptions options, Work<T, X> work) throws X {
        Frame frame = enter(kind, options);
        T result;
        try {
            result = work.run();
        } catch (Throwable thrown) {
            undo(frame, thrown);
            throw thrown;
        }
        keep(frame);
        return result;
    }

    private Frame enter(Kind kind, TransactionOptions options) {
        Optional<LongTransaction> mine = longs.of(turn.task());
        Deque<Frame> around = around();
        if (kind == Kind.STATE && (around.stream().anyMatch(frame -> frame.kind() != Kind.STATE) || mine.isPresent() && mine.get().kind() != Kind.STATE)) {
            throw turn.named(ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "transaction", "reason",
                "a transaction of SQL and state cannot be part of one of SQL alone"));
        }
        requireGoing();
        String name = SAVEPOINT + (around.size() + 1);
        control("SAVEPOINT " + name);
        Frame frame = new Frame(kind, name, options.timeout(), time.nanos(), turn);
        around.push(frame);
        return frame;
    }

    private void keep(Frame frame) {
        try {
            requireGoing();
            if (frame.memory().isPresent()) {
                int bytes = frame.memory().get().stateBytes();
                frame.spending().requireRoom(new Budget(bytes == 0 ? 0 : 1, bytes));
            }
            control("RELEASE " + frame.savepoint());
        } catch (RuntimeException e) {
            RivetException error = named(e);
            undo(frame, error);
            throw error;
        }
        Deque<Frame> around = around();
        around.pop();
        frame.memory().ifPresent(StateMemory::keep);
        if (!around.isEmpty()) {
            around.peek().spending().add(frame.spending());
        } else if (longs.of(turn.task()).isPresent()) {
            longs.of(turn.task()).get().spending().add(frame.spending());
        } else if (!turn.isAtomic()) {
            turn.commitSoFar(frame.kind() == Kind.STATE);
        }
    }

    /** What the transaction did never was. What it failed with is what is told; that it could not be undone goes with it. */
    private void undo(Frame frame, Throwable thrown) {
        Deque<Frame> around = around();
        boolean lost = frame.lost();
        if (!lost) {
            try {
                control("ROLLBACK TO " + frame.savepoint());
                control("RELEASE " + frame.savepoint());
            } catch (RuntimeException e) {
                thrown.addSuppressed(e);
                lose(named(e));
                lost = true;
            }
        }
        around.pop();
        boolean stateToo = !lost || !turn.isAtomic() || longs.of(turn.task()).isPresent();
        frame.memory().ifPresent(memory -> {
            memory.undo(stateToo);
            turn.cut(frame.mark()).fail(named(thrown));
        });
    }

    // ------------------------------------------------------------------ over await points

    private <T, X extends Exception> T runLong(Kind kind, TransactionOptions options, Work<T, X> work) throws X {
        if (!around().isEmpty() || longs.of(turn.task()).isPresent()) {
            throw turn.named(ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "transaction", "reason",
                "a transaction with await points cannot be part of another"));
        }
        LongTransaction mine = longs.begin(kind, options.timeout());
        T result;
        try {
            result = work.run();
        } catch (Throwable thrown) {
            longs.undo(mine, named(thrown));
            throw thrown;
        }
        longs.commit(mine);
        return result;
    }

    /** An await point begins. */
    public void leave(String operation) {
        if (!around().isEmpty()) {
            throw turn.named(ErrorCode.ACTOR_AWAIT_IN_TRANSACTION.error("operation", operation));
        }
        longs.leave(operation);
    }

    /** An await point is over, one way or the other. */
    public void enter() {
        longs.enter();
    }

    /** The task of this turn has come to its end. */
    public void taskEnded() {
        frames.clear();
        longs.taskEnded();
    }

    /** Returns whether the state may not be saved now, because a transaction will replace it (R-state-29). */
    public boolean holdsState() {
        return longs.holdsState();
    }

    /** Lets no transaction begin any more, and undoes the one that is open. From any thread. */
    public void close() {
        longs.close();
    }

    // ------------------------------------------------------------------ statements

    /** Runs a statement of an author in the transaction that it belongs to. */
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
        account(statement);
        return result;
    }

    /** Runs a statement that no transaction may hold. */
    Result alone(Statement statement) {
        try {
            return statements.runAlone(statement);
        } catch (RuntimeException e) {
            throw error(e);
        }
    }

    private Result dispatch(SqlText sql, Statement statement) {
        Optional<LongTransaction> mine = longs.of(turn.task());
        if (mine.isPresent()) {
            return statements.get(statement, mine.get().hold().execute(statement));
        }
        longs.requireFree();
        return sql.verb() == Verb.SAVEPOINT ? statements.runInTurn(statement) : statements.run(statement, sql.reads());
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
        Optional<LongTransaction> mine = longs.of(turn.task());
        if (mine.isPresent()) {
            longs.expire(mine.get());
            return turn.named(mine.get().over());
        }
        return named(thrown);
    }

    /** Runs a statement about a savepoint of the author. */
    Result runSavepoint(SqlText sql, Statement statement) {
        Savepoints reach = reach();
        reach.require(sql);
        Result result = run(sql, statement);
        reach().done(sql);
        return result;
    }

    private Savepoints reach() {
        if (!around().isEmpty()) {
            return around().peek().savepoints();
        }
        Optional<LongTransaction> mine = longs.of(turn.task());
        if (mine.isPresent()) {
            return mine.get().savepoints();
        }
        Object transaction = turn.transaction().map(Object.class::cast).orElse(this);
        if (savepointsOf != transaction) {
            savepoints.clear(); // they went with the turn before
            savepointsOf = transaction;
        }
        return savepoints;
    }

    /** Returns whether the next statement would be part of a transaction that code, not a turn, has begun. */
    boolean isInside() {
        return !around().isEmpty() || longs.of(turn.task()).isPresent();
    }

    /** Returns whether a transaction that was begun by code would be ended by COMMIT. */
    boolean isInsideCode() {
        return !around().isEmpty() || longs.of(turn.task()).filter(mine -> mine.kind() != Kind.MANUAL).isPresent();
    }

    private void account(Statement statement) {
        if (!around().isEmpty()) {
            around().peek().spending().add(statement);
        } else {
            longs.of(turn.task()).ifPresent(mine -> mine.spending().add(statement));
        }
    }

    /** Hands over what the turn did so far. */
    void commitSoFar() {
        turn.commitSoFar(false);
    }

    /** Writes a row of the platform in the transaction that code is in. */
    void write(Statement row) {
        control(row);
    }

    private void control(String sql) {
        control(Statement.of(sql));
    }

    private void control(Statement statement) {
        try {
            Optional<LongTransaction> mine = longs.of(turn.task());
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

    private void requireGoing() {
        try {
            Optional<LongTransaction> mine = longs.of(turn.task());
            if (mine.isPresent() && mine.get().phase() != LongTransaction.Phase.OPEN) {
                throw mine.get().over();
            }
            for (Frame frame : around()) {
                frame.requireGoing(time.nanos());
            }
        } catch (RivetException e) {
            throw turn.named(e);
        }
    }

    /** SQLite has undone the transaction that the task works in, and with it all that it is part of. */
    private void lose(RivetException cause) {
        around().forEach(Frame::lose);
        Optional<LongTransaction> mine = longs.of(turn.task());
        if (mine.isPresent()) {
            longs.lose(mine.get());
        } else {
            turn.undo(cause);
        }
    }

    private Deque<Frame> around() {
        return longs.of(turn.task()).map(LongTransaction::frames).orElse(frames);
    }

    private RivetException named(Throwable thrown) {
        return turn.named(SqlErrors.of(thrown));
    }
}
