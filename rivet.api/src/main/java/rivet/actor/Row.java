package rivet.actor;

import java.time.Instant;
import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/** A row of a query: null, {@link Long}, {@link Double}, {@link String} or {@code byte[]} in each column (R-sql-5). */
@ProviderType
public interface Row {

    /** Returns the names of the columns. */
    List<String> columns();

    /**
     * Returns a value; null where the column is NULL. Of columns with the same name the first counts.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    Object get(String column);

    /** Returns a value by position, counted from 0; null where the column is NULL. */
    Object get(int column);

    /** Returns whether the column is NULL. */
    default boolean isNull(String column) {
        return get(column) == null;
    }

    /** Returns an integer; 0 where the column is NULL. */
    default long getLong(String column) {
        return get(column) instanceof Number n ? n.longValue() : 0;
    }

    /** Returns a real number; 0 where the column is NULL. */
    default double getDouble(String column) {
        return get(column) instanceof Number n ? n.doubleValue() : 0;
    }

    /** Returns whether it is a number other than 0; false where the column is NULL. */
    default boolean getBoolean(String column) {
        return getDouble(column) != 0;
    }

    /** Returns a text; null where the column is NULL. */
    default String getString(String column) {
        Object value = get(column);
        return value == null ? null : value.toString();
    }

    /** Returns bytes; null where the column is NULL or no blob. */
    default byte[] getBytes(String column) {
        return get(column) instanceof byte[] bytes ? bytes : null;
    }

    /** Returns the time that is so many milliseconds after the epoch; null where the column is NULL or no number. */
    default Instant getInstant(String column) {
        return get(column) instanceof Number n ? Instant.ofEpochMilli(n.longValue()) : null;
    }
}
