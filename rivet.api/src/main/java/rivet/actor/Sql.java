package rivet.actor;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The actor's own SQLite database. Statements run inside the turn, one after the other, and are no await point: no other
 * turn sees a half-done one. With {@link Durability#TURN} the first write of a turn opens a transaction that commits with
 * the turn's other changes; what an action throws later does not undo it.
 * <p>
 * Parameters are positional: null, Boolean (0 or 1), any integer up to 64 bits, Float, Double, String, {@code byte[]},
 * and {@link java.time.Instant} (milliseconds since the epoch); others fail with {@code sqlite.invalid_bind_parameter}.
 * What SQLite refuses fails with {@code sqlite.execution_failed}. Tables named {@code _rivet_...} belong to the platform.
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

    /** Runs one statement. */
    Changes execute(String sql, Object... params);

    /** Runs one query. */
    List<Row> query(String sql, Object... params);

    /**
     * Runs one query and maps each row to the given type: a record or bean by column name, or a simple type by its only
     * column.
     *
     * @throws rivet.error.RivetException {@code actor.validation_error} if a row does not fit
     */
    <T> List<T> query(Class<T> type, String sql, Object... params);
}
