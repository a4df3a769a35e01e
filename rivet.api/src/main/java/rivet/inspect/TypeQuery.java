package rivet.inspect;

import java.time.Duration;
import java.util.List;

/**
 * A query that is put to the database of each of many actors.
 *
 * @param which the actors; its limit is ignored
 * @param sql one statement that only reads
 * @param parameters of the statement, positional: null, {@link Long}, {@link Double}, {@link Boolean}, {@link String} or {@code byte[]} each
 * @param rowsPerActor most rows that are told of one actor; 1 to 10,000
 * @param rows most rows in all; 1 to 1,000,000
 * @param limit longest that one actor's database is read; up to 10 seconds
 */
public record TypeQuery(ActorSearch which, String sql, List<Object> parameters, int rowsPerActor, int rows, Duration limit) {

    /** A query with the usual limits: 1,000 rows of each, 100,000 in all, two seconds each. */
    public static TypeQuery of(ActorSearch which, String sql, List<Object> parameters) {
        return new TypeQuery(which, sql, parameters, 1_000, 100_000, Duration.ofSeconds(2));
    }
}
