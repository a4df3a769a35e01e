package rivet.runtime.actor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Notes what the states of connections were before a transaction, or one inside it, used them. Used by the thread that holds the turn.
 */
final class Touches {

    private final Deque<Map<ConnectionView, Object>> open = new ArrayDeque<>();

    /** Begins to note; {@link #end} follows, innermost first. */
    Map<ConnectionView, Object> begin() {
        Map<ConnectionView, Object> before = new IdentityHashMap<>();
        open.push(before);
        return before;
    }

    /**
     * Ends what began last.
     *
     * @param keep whether its changes are now those of the one around it
     */
    void end(boolean keep) {
        Map<ConnectionView, Object> ended = open.pop();
        if (keep && !open.isEmpty()) {
            ended.forEach(open.peek()::putIfAbsent);
        }
    }

    /** The state of a connection is about to be used. */
    void touch(ConnectionView view) {
        if (!open.isEmpty() && !open.peek().containsKey(view)) {
            open.peek().put(view, view.plainState());
        }
    }
}
