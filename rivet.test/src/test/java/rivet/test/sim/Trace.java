package rivet.test.sim;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;

/** What happened in a run: a number that stands for all of it, and its last lines. */
final class Trace {

    private static final int KEPT = 250;
    private static final long PRIME = 0x100000001b3L;

    private final Consumer<String> listener;
    private final ArrayDeque<String> last = new ArrayDeque<>();
    private long hash = 0xcbf29ce484222325L;

    /**
     * Makes a trace.
     *
     * @param listener gets every line
     */
    Trace(Consumer<String> listener) {
        this.listener = listener;
    }

    /** Adds a line for readers. */
    void line(String text) {
        mix(text);
        if (last.size() == KEPT) {
            last.poll();
        }
        last.add(text);
        listener.accept(text);
    }

    /** Adds something that is not worth a line. */
    void mix(String text) {
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
    }

    /** Returns a number that differs if anything did. */
    long hash() {
        return hash;
    }

    List<String> last() {
        return List.copyOf(last);
    }
}
