package rivet.runtime.store;

import java.util.List;

import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * What keeps two writers apart, whatever the store: each commit moves the turn number in {@code _rivet_j_turn} on from the number of the commit
 * before. A commit of an incarnation that was superseded, or one that builds on a commit that did not happen, would set the number to NULL, which
 * the column refuses, and with it the whole transaction.
 */
final class Fence {

    private static final String ADVANCE = """
        UPDATE _rivet_j_turn SET
            turn = CASE
                WHEN generation = ?1 AND instance = ?2 AND turn = ?3 THEN ?4
                WHEN ?5 AND (generation < ?1 OR generation = ?1 AND instance < ?2) THEN ?4
            END,
            generation = ?1, instance = ?2
        WHERE id = 1""";

    private static final Statement READ = Statement.of("SELECT generation, instance, turn FROM _rivet_j_turn WHERE id = 1");

    private Fence() {}

    /**
     * Returns the statement that goes before all others of a commit.
     *
     * @param first whether this is the incarnation's first commit: it may take over from an older one
     * @param from the turn of the incarnation's commit before
     * @param to the last turn of this commit
     */
    static Statement advance(Incarnation incarnation, boolean first, long from, long to) {
        return Statement.of(ADVANCE, incarnation.generation(), incarnation.instance(), from, to, first);
    }

    /** Returns the query for where the fence is. */
    static Statement read() {
        return READ;
    }

    /** Returns whether the fence is where that commit would have left it. */
    static boolean reached(Result read, Incarnation incarnation, long to) {
        List<Object[]> rows = read.rows();
        return rows.size() == 1 && rows.getFirst()[0].equals((long) incarnation.generation()) && rows.getFirst()[1].equals((long) incarnation.instance())
            && rows.getFirst()[2].equals(to);
    }
}
