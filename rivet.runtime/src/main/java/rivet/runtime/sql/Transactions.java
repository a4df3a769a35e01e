package rivet.runtime.sql;

import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.actor.TransactionOptions;
import rivet.actor.Work;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.sql.SqlText;
import rivet.runtime.sql.Frame.Kind;
import rivet.runtime.store.Budget;
import rivet.runtime.time.Time;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * The transactions of an instance's code, one inside another: those within a turn are savepoints of its transaction, or of the one that goes over await
 * points and belongs to the turn's task. Used by the thread that holds the turn.
 * <p>
 * Invariant: no transaction within a turn is open when the turn ends, because an await point in it is refused and its end is that of its code.
 */
public final class Transactions {

    private static final String SAVEPOINT = "_rivet_";

    private final Turn turn;
    private final Current current;
    private final LongTransactions longs;
    private final Time time;
    private volatile Runnable onClose = () -> { };

    Transactions(Turn turn, Current current, LongTransactions longs, Time time) {
        this.turn = turn;
        this.current = current;
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
        Deque<Frame> around = current.frames();
        boolean inSql = around.stream().anyMatch(frame -> frame.kind() != Kind.STATE) || current.longOne().filter(mine -> mine.kind() != Kind.STATE).isPresent();
        if (kind == Kind.STATE && inSql) {
            throw invalid("a transaction of SQL and state cannot be part of one of SQL alone");
        }
        current.requireGoing();
        String name = SAVEPOINT + (around.size() + 1);
        control("SAVEPOINT " + name);
        Frame frame = new Frame(kind, name, options.timeout(), time.nanos(), turn);
        around.push(frame);
        return frame;
    }

    private void keep(Frame frame) {
        try {
            current.requireGoing();
            if (frame.memory().isPresent()) {
                int bytes = frame.memory().get().stateBytes();
                frame.spending().requireRoom(new Budget(bytes == 0 ? 0 : 1, bytes));
            }
            control("RELEASE " + frame.savepoint());
        } catch (RuntimeException e) {
            RivetException error = current.named(e);
            undo(frame, error);
            throw error;
        }
        current.frames().pop();
        frame.memory().ifPresent(StateMemory::keep);
        current.spending().ifPresent(outer -> outer.add(frame.spending()));
        if (!isInside() && !turn.isAtomic()) {
            turn.commitSoFar(frame.kind() == Kind.STATE);
        }
    }

    /** What the transaction did never was. What it failed with is what is told; that it could not be undone goes with it. */
    private void undo(Frame frame, Throwable thrown) {
        boolean lost = frame.lost();
        if (!lost) {
            try {
                control("ROLLBACK TO " + frame.savepoint());
                control("RELEASE " + frame.savepoint());
            } catch (RuntimeException e) {
                thrown.addSuppressed(e);
                RivetException loss = current.named(e);
                current.lose(loss);
                if (current.longOne().isEmpty()) {
                    turn.fail(loss); // what it did before the transaction is undone as well, and its code is not told
                }
                lost = true;
            }
        }
        current.frames().pop();
        boolean stateToo = !lost || !turn.isAtomic() || current.longOne().isPresent(); // else the whole turn was undone
        frame.memory().ifPresent(memory -> {
            memory.undo(stateToo);
            turn.cut(frame.mark()).fail(current.named(thrown));
        });
    }

    // ------------------------------------------------------------------ over await points

    private <T, X extends Exception> T runLong(Kind kind, TransactionOptions options, Work<T, X> work) throws X {
        if (isInside()) {
            throw invalid("a transaction with await points cannot be part of another");
        }
        LongTransaction mine = longs.begin(kind, options.timeout());
        T result;
        try {
            result = work.run();
        } catch (Throwable thrown) {
            longs.undo(mine, current.named(thrown));
            throw thrown;
        }
        longs.commit(mine);
        return result;
    }

    /** An await point begins. */
    public void leave(String operation) {
        if (!current.frames().isEmpty()) {
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
        current.taskEnded();
    }

    /** Returns whether the state may not be saved now, because a transaction will replace it (R-state-29). */
    public boolean holdsState() {
        return longs.holdsState();
    }

    /** Lets no transaction begin any more, and undoes the one that is open. From any thread. */
    public void close() {
        longs.close();
        onClose.run();
    }

    /** Has something else end with the SQL of the instance. In its first turn. */
    public void onClose(Runnable end) {
        onClose = end;
    }

    // ------------------------------------------------------------------ statements

    /** Runs a statement about a savepoint of the author. */
    Result runSavepoint(SqlText sql, Statement statement) {
        current.savepoints().require(sql);
        Result result = current.run(sql, statement);
        current.savepoints().done(sql); // it may have opened the transaction of the turn
        return result;
    }

    /**
     * Checks that what the current turn reads or writes besides SQL of the author will not have to wait for a transaction that goes over await points.
     *
     * @throws RivetException {@code actor.invalid_operation} inside such a transaction
     */
    public void requireNoLong(String operation) {
        if (current.longOne().isPresent()) {
            throw turn.named(ErrorCode.ACTOR_INVALID_OPERATION.error("operation", operation, "reason", "it cannot be part of a transaction with await points"));
        }
    }

    /** Has the platform read in the transaction with await points that the turn's task has open; empty if it has none. */
    public Optional<CompletionStage<Result>> readInLong(Statement query) {
        current.requireGoing();
        return current.longOne().map(mine -> mine.hold().execute(query));
    }

    /**
     * Checks that the database can be read now.
     *
     * @throws RivetException {@code sqlite.writer_busy} if a transaction that goes over await points is open
     */
    public void requireFree() {
        longs.requireFree();
    }

    /** Returns whether the next statement would be part of a transaction that code or a statement, not the turn, has begun. */
    boolean isInside() {
        return !current.frames().isEmpty() || current.longOne().isPresent();
    }

    /** Returns whether a transaction that was begun by code would be ended by COMMIT. */
    boolean isInsideCode() {
        return !current.frames().isEmpty() || current.longOne().filter(mine -> mine.kind() != Kind.MANUAL).isPresent();
    }

    /** Writes a row of the platform in the transaction that code is in. */
    void write(Statement row) {
        current.control(row);
    }

    private void control(String sql) {
        current.control(Statement.of(sql));
    }

    private RivetException invalid(String reason) {
        return turn.named(ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "transaction", "reason", reason));
    }
}
