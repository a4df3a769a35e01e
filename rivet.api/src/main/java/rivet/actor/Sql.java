package rivet.actor;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The actor's own SQLite database. Statements run inside the turn, one after the other, and are no await point: no other
 * turn sees a half-done one. With {@link Durability#TURN} the first write of a turn opens a transaction that commits with
 * the turn's other changes; what an action throws later does not undo it. With {@link Durability#INTERVAL} statements commit one by one, but for those in a transaction.
 * <p>
 * <b>Parameters</b> are positional ({@code ?}, {@code ?2}) or, given as one {@link java.util.Map}, named ({@code :name}, {@code @name}, {@code $name}; the mark may be
 * left out in the map) (R-sql-4): null, Boolean (0 or 1), any integer up to 64 bits, Float, Double, String, an enum (its name), {@code byte[]},
 * {@link java.time.Instant} (milliseconds since the epoch), and an {@link Optional} of one of these; others fail with {@code sqlite.invalid_bind_parameter}.
 * <p>
 * <b>Texts of several statements</b>, with semicolons between them, take no parameters. All of them run or none does, unless there is a BEGIN, COMMIT,
 * ROLLBACK, VACUUM or a savepoint among them; then they run one by one, up to the first that fails.
 * <p>
 * <b>Transactions.</b> {@link #transaction} is all or nothing for SQL; {@link ActorContext#transaction} is for SQL and state together. {@code BEGIN}, {@code COMMIT} and {@code ROLLBACK}
 * work as well, for code that is written so: BEGIN commits the turn so far, what follows belongs to the action and may go over its await points, and
 * is rolled back when the action ends or after 60 seconds. While it is open the SQL of everybody else fails with {@code sqlite.writer_busy}, and what others change
 * becomes durable only after it. A warning in the log tells of the first one. VACUUM commits the turn so far, too.
 * <p>
 * <b>Limits.</b> A text has up to 1 MiB characters, a statement up to 32,766 parameters with up to 32 MiB in all, a result takes up to 32 MiB of memory; beyond that,
 * {@code sqlite.limit_exceeded}. When the time of the action is over, the statement that runs is stopped and fails with {@code actor.action_timed_out}.
 * <p>
 * <b>Errors.</b> What SQLite refuses fails with {@code sqlite.execution_failed}; so does what would reach the platform: tables whose names contain {@code _rivet_},
 * other files, settings of the connection. Some failures, and {@code OR ROLLBACK} always, make SQLite roll back its transaction: then all that the turn did so far is undone,
 * state and outputs included, or all of the transaction that may go over await points. After the actor has stopped every call fails with {@code actor.aborted}.
 */
@ProviderType
public interface Sql {

    /**
     * What a statement did.
     *
     * @param rows number of rows inserted, updated or deleted
     * @param lastInsertId row id of the last row inserted
     */
    record Changes(long rows, long lastInsertId) {}

    /**
     * A statement with its parameters, for {@link Sql#batch}.
     *
     * @param sql one statement
     * @param params as they would be given to {@link Sql#execute}
     */
    record Command(String sql, List<Object> params) {

        public Command {
            params = Collections.unmodifiableList(params);
        }

        /** Makes one. */
        public static Command of(String sql, Object... params) {
            return new Command(sql, Arrays.asList(params.clone()));
        }
    }

    /** Runs a statement. For a text of several: the sum of the rows, and the row id of the last that inserted. */
    Changes execute(String sql, Object... params);

    /** Runs a query, or a statement with RETURNING. For a text of several: the rows of the last that has any. */
    List<Row> query(String sql, Object... params);

    /**
     * Runs one query and maps each row to the given type: a record or bean by column name, or a simple type by its only
     * column. Instants are taken from milliseconds since the epoch or from ISO texts, booleans from 0 and 1, enums from their names; where a column is NULL, a
     * primitive is 0, an {@link Optional} empty and all else null.
     *
     * @throws rivet.error.RivetException {@code actor.validation_error} if a row does not fit
     */
    <T> List<T> query(Class<T> type, String sql, Object... params);

    /** Runs one query and maps its first row as {@link #query(Class, String, Object...)} does; empty if there is none or it is NULL. */
    <T> Optional<T> first(Class<T> type, String sql, Object... params);

    /**
     * Runs statements as one: if one fails, those before it are undone, and its error is thrown (R-sql-2).
     *
     * @return what each of them did
     */
    List<Changes> batch(List<Command> statements);

    /**
     * Runs code whose SQL is all or nothing: what it throws undoes the SQL in it, and is thrown on. State is not part of it. An await point inside fails with
     * {@code actor.await_in_transaction}, COMMIT and ROLLBACK with {@code sqlite.transaction_invalid_argument}. One inside another is undone by itself, or with the outer
     * one. Constraints that are deferred are checked when the turn commits.
     */
    default <T, X extends Exception> T transaction(Work<T, X> work) throws X {
        return transaction(TransactionOptions.DEFAULT, work);
    }

    /**
     * Runs code as {@link #transaction(Work)} does, with options.
     *
     * @throws rivet.error.RivetException {@code sqlite.transaction_expired} if its time is over, {@code actor.stopping} if the actor stops before it begins or while it waits
     */
    <T, X extends Exception> T transaction(TransactionOptions options, Work<T, X> work) throws X;

    /** Runs code without a result as {@link #transaction(Work)} does. */
    default void transaction(Runnable work) {
        transaction(() -> {
            work.run();
            return null;
        });
    }
}
