package rivet.spi.storage;

import java.util.List;

/**
 * What a statement gave.
 *
 * @param columns names of the columns of a query, else empty
 * @param rows null, {@link Long}, {@link Double}, {@link String} or {@code byte[]} in each place; a list of rows, each of the
 *        length of the columns
 * @param changes rows inserted, updated or deleted; only to be trusted after such a statement
 * @param lastInsertId row id of the last row inserted on this database; only to be trusted after an INSERT
 */
public record Result(List<String> columns, List<Object[]> rows, long changes, long lastInsertId) {

    /** What a statement gave that returns no rows and changed none. */
    public static final Result NONE = new Result(List.of(), List.of(), 0, 0);
}
