package rivet.runtime.store;

import java.util.Comparator;

import rivet.spi.storage.Result;

/**
 * Where the fence of an actor stands: who wrote last, and how far that went. Every write that is not refused moves it, so whoever finds it where it was when the actor was
 * loaded knows that nobody has written since.
 *
 * @param generation of the incarnation that wrote last
 * @param instance of the incarnation that wrote last
 * @param turn the newest turn of it that is stored
 * @param saves how many writes there were that belonged to no turn, of all incarnations
 */
public record Position(long generation, long instance, long turn, long saves) {

    private static final Comparator<Position> BY_INCARNATION = Comparator.comparingLong(Position::generation).thenComparingLong(Position::instance);

    static Position of(Result read) {
        Object[] row = read.rows().getFirst();
        return new Position((Long) row[0], (Long) row[1], (Long) row[2], (Long) row[3]);
    }

    /** Returns whether the one that wrote last came before (negative), is (zero) or came after (positive) the given one. */
    public int compareTo(Incarnation incarnation) {
        return BY_INCARNATION.compare(this, new Position(incarnation.generation(), incarnation.instance(), 0, 0));
    }

    @Override
    public String toString() {
        return generation + "." + instance + " turn " + turn;
    }
}
