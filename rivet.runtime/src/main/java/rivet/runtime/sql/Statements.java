package rivet.runtime.sql;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.protocol.sql.SqlText;
import rivet.runtime.store.LooseWrites;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Parking;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Transaction;

/**
 * Has the store run statements, and waits for them without giving up the turn. A statement of an author is stopped when its task is interrupted, and
 * has settled before anybody hears of that (R-sql-18). Used by the thread that holds the turn.
 */
final class Statements {

    private static final Logger log = LoggerFactory.getLogger(Statements.class);

    /** An interrupt that comes before the statement has begun, or between two steps of it, is lost. */
    private static final Duration AGAIN = Duration.ofMillis(20);

    private final Turn turn;
    private final Database database;
    private final LooseWrites writes;
    private final Time time;

    Statements(Turn turn, Database database, LooseWrites writes, Time time) {
        this.turn = turn;
        this.database = database;
        this.writes = writes;
        this.time = time;
    }

    /**
     * Runs a statement where it belongs: in the transaction of the turn, or by itself.
     *
     * @param reads whether it certainly writes nothing
     */
    Result run(Statement statement, boolean reads) {
        if (turn.transaction().isPresent() || !reads && turn.isAtomic()) {
            return runInTurn(statement);
        }
        return reads ? get(statement, database.query(List.of(statement))).getFirst() : get(statement, writes.execute(statement));
    }

    /** Runs a statement in the transaction of the turn. */
    Result runInTurn(Statement statement) {
        Transaction transaction = turn.open();
        return get(statement, transaction.execute(statement));
    }

    /** Runs a statement by itself that changes nothing that anybody could have read. */
    Result runAlone(Statement statement) {
        return get(statement, database.execute(statement));
    }

    /** Waits for a statement; throws what the store failed with. */
    <T> T get(Statement statement, CompletionStage<T> stage) {
        try {
            return wait(stage, () -> stop(statement, stage));
        } catch (RuntimeException e) {
            if (statement.guarded()) {
                log.debug("{} with {} parameters failed", SqlText.abridged(statement.sql()), statement.params().size(), e);
            }
            throw e;
        }
    }

    /** Waits for something of the store, however long that takes. */
    <T> T get(CompletionStage<T> stage) {
        return wait(stage, () -> { });
    }

    private <T> T wait(CompletionStage<T> stage, Runnable onInterrupt) {
        Parking.untilDone(stage, onInterrupt);
        turn.checkAlive();
        return stage.toCompletableFuture().join();
    }

    private void stop(Statement statement, CompletionStage<?> stage) {
        if (statement.guarded() && !stage.toCompletableFuture().isDone()) {
            database.interrupt(statement);
            time.after(AGAIN, () -> stop(statement, stage));
        }
    }
}
