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

    private static final String HOLD = """
        UPDATE _rivet_j_turn SET
            turn = CASE
                WHEN generation = ?1 AND instance = ?2 THEN turn
                WHEN generation < ?1 OR generation = ?1 AND instance < ?2 THEN 0
            END,
            generation = ?1, instance = ?2
        WHERE id = 1""";

    /** What the fence says of a commit whose answer was lost. */
    enum Verdict {
        /** It happened. */
        REACHED,
        /** It did not happen, and will not. */
        NOT_REACHED,
        /** It cannot tell: another incarnation has written since, and it may have happened before that. */
        UNKNOWN
    }

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

    /** Returns the statement that goes before a write that builds on no other: it is refused to an incarnation that was superseded. */
    static Statement hold(Incarnation incarnation) {
        return Statement.of(HOLD, incarnation.generation(), incarnation.instance());
    }

    /** Returns what the fence says of a commit; a later one of the same incarnation could not have happened without it. */
    static Verdict verdict(Result read, Incarnation incarnation, long to) {
        if (read.rows().size() != 1) {
            return Verdict.UNKNOWN;
        }
        Object[] row = read.rows().getFirst();
        int order = Long.compare((Long) row[0], incarnation.generation());
        order = order == 0 ? Long.compare((Long) row[1], incarnation.instance()) : order;
        if (order > 0) {
            return Verdict.UNKNOWN;
        }
        return order == 0 && (Long) row[2] >= to ? Verdict.REACHED : Verdict.NOT_REACHED;
    }
}
