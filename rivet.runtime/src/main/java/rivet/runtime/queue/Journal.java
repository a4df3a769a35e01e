package rivet.runtime.queue;

import java.util.ArrayDeque;
import java.util.Deque;

/** How to undo in memory what the current turn did, should it come to nothing. */
final class Journal {

    private final Deque<Runnable> undo = new ArrayDeque<>();

    /** Notes how to undo what was just done. */
    void add(Runnable how) {
        undo.push(how);
    }

    /** The turn counts. */
    void kept() {
        undo.clear();
    }

    /** The turn came to nothing; returns whether it had done anything. */
    boolean undo() {
        boolean any = !undo.isEmpty();
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
        return any;
    }
}
