package rivet.test.sim;

import java.util.ArrayList;
import java.util.List;

/** What one turn of an actor changed: with durability {@code turn} all of it is committed, or none. */
final class Group {

    private final Life life;
    private final Op op;
    private final List<Long> state = new ArrayList<>();
    private final List<Long> rows = new ArrayList<>();
    private boolean ended;
    private boolean undone;
    private boolean transacts;

    Group(Life life, Op op) {
        this.life = life;
        this.op = op;
    }

    Life life() {
        return life;
    }

    Op op() {
        return op;
    }

    /** Returns the marks that the turn added to the state. */
    List<Long> state() {
        return state;
    }

    /** Returns the marks that the turn inserted as rows. */
    List<Long> rows() {
        return rows;
    }

    boolean isEmpty() {
        return state.isEmpty() && rows.isEmpty();
    }

    /** It counts for nothing, so far. */
    void setUndone(boolean nothing) {
        undone = nothing;
    }

    /** It has the transaction of its turn open. */
    void setTransacts() {
        transacts = true;
    }

    boolean transacts() {
        return transacts;
    }

    boolean undone() {
        return undone;
    }

    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    @Override
    public String toString() {
        return "turn of " + op + " in " + life + ": state " + state + ", rows " + rows;
    }
}
