package rivet.runtime.store;

import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * What keeps two writers apart, whatever the store. Each commit moves the turn number in {@code _rivet_j_turn} on from the number of the commit before, and the first one of
 * an incarnation from the very position at which the fence was when its state was loaded. A commit of an incarnation that was superseded, one that builds on a commit that
 * did not happen, or one of code that has not seen what another one wrote after it was loaded, would set the number to NULL, which the column refuses, and with it
 * the whole transaction.
 * <p>
 * Guarded by its owner. Invariant: {@code last} is the newest turn of which a commit was handed over that others may build on; 0 before the first.
 */
final class Fence {

    private static final String ADVANCE = """
        UPDATE _rivet_j_turn SET turn = CASE WHEN generation = ?1 AND instance = ?2 AND turn = ?3 THEN ?4 END
        WHERE id = 1""";

    private static final String TAKE_OVER = """
        UPDATE _rivet_j_turn SET
            turn = CASE
                WHEN generation = ?1 AND instance = ?2 AND turn = ?3 THEN ?4
                WHEN generation = ?5 AND instance = ?6 AND turn = ?7 AND saves = ?8 THEN ?4
            END,
            generation = ?1, instance = ?2
        WHERE id = 1""";

    private static final String HOLD = """
        UPDATE _rivet_j_turn SET
            turn = CASE
                WHEN generation = ?1 AND instance = ?2 THEN turn
                WHEN generation = ?3 AND instance = ?4 AND turn = ?5 AND saves = ?6 THEN 0
            END,
            generation = ?1, instance = ?2, saves = saves + 1
        WHERE id = 1""";

    private static final Statement READ = Statement.of("SELECT generation, instance, turn, saves FROM _rivet_j_turn WHERE id = 1");

    /** What the fence says of a commit whose answer was lost. */
    enum Verdict {
        /** It happened. */
        REACHED,
        /** It did not happen, and will not. */
        NOT_REACHED,
        /** It cannot tell: another incarnation has written since, and it may have happened before that. */
        UNKNOWN
    }

    private final Incarnation incarnation;
    private final Position loaded;
    private long last;

    /**
     * Makes the fence of an incarnation.
     *
     * @param loaded where it was when what the incarnation builds on was read
     */
    Fence(Incarnation incarnation, Position loaded) {
        this.incarnation = incarnation;
        this.loaded = loaded;
    }

    /** Returns the query for where the fence is. */
    static Statement read() {
        return READ;
    }

    /** Returns the statement that goes before all others of a commit of turns up to the given one. */
    Statement advance(long to) {
        return last > 0 ? Statement.of(ADVANCE, incarnation.generation(), incarnation.instance(), last, to)
            : Statement.of(TAKE_OVER, incarnation.generation(), incarnation.instance(), last, to, loaded.generation(), loaded.instance(), loaded.turn(), loaded.saves());
    }

    /** The commits from now on build on the given turn. */
    void advanced(long to) {
        last = to;
    }

    /** Returns the statement that goes before a write that builds on no other: it is refused as a commit would be, but for what did not happen before. */
    Statement hold() {
        return Statement.of(HOLD, incarnation.generation(), incarnation.instance(), loaded.generation(), loaded.instance(), loaded.turn(), loaded.saves());
    }

    /** Returns whether the fence refuses the incarnation for good: somebody else has written what it has not seen. */
    boolean isLost(Result read) {
        Position now = Position.of(read);
        return now.compareTo(incarnation) != 0 && !now.equals(loaded);
    }

    /** Returns what the fence says of a commit; a later one of the same incarnation could not have happened without it. */
    Verdict verdict(Result read, long to) {
        if (read.rows().size() != 1) {
            return Verdict.UNKNOWN;
        }
        Position now = Position.of(read);
        int order = now.compareTo(incarnation);
        if (order > 0) {
            return Verdict.UNKNOWN;
        }
        return order == 0 && now.turn() >= to ? Verdict.REACHED : Verdict.NOT_REACHED;
    }
}
