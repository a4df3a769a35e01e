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

    /** Returns how far it goes. */
    int mark() {
        return undo.size();
    }

    /** What was done since came to nothing; returns whether that was anything. */
    boolean undoTo(int mark) {
        boolean any = undo.size() > mark;
        while (undo.size() > mark) {
            undo.pop().run();
        }
        return any;
    }
}
