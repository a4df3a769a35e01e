package rivet.actor;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/** A row of a query: null, {@link Long}, {@link Double}, {@link String} or {@code byte[]} in each column. */
@ProviderType
public interface Row {

    /** Returns the names of the columns. */
    List<String> columns();

    /**
     * Returns a value; null where the column is NULL.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    Object get(String column);

    /** Returns a value by position, counted from 0; null where the column is NULL. */
    Object get(int column);

    /** Returns an integer; 0 where the column is NULL. */
    default long getLong(String column) {
        return get(column) instanceof Number n ? n.longValue() : 0;
    }

    /** Returns a real number; 0 where the column is NULL. */
    default double getDouble(String column) {
        return get(column) instanceof Number n ? n.doubleValue() : 0;
    }

    /** Returns a text; null where the column is NULL. */
    default String getString(String column) {
        Object value = get(column);
        return value == null ? null : value.toString();
    }
}
