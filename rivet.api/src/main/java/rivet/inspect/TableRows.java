package rivet.inspect;

import java.util.List;

/**
 * Rows of a query.
 *
 * @param columns their names
 * @param rows null, {@link Long}, {@link Double}, {@link String} or {@code byte[]} in each place
 */
public record TableRows(List<String> columns, List<Object[]> rows) {

    /** No rows. */
    public static final TableRows NONE = new TableRows(List.of(), List.of());
}
