package rivet.runtime.client;

import java.util.ArrayDeque;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does one thing after the other, in the order in which they come, on the thread of whoever comes first. Nothing done here blocks.
 * <p>
 * Invariant, under {@code queue}: one thread at a time is {@code active}, and gives that up in the same step in which it finds nothing more to do. So what is done
 * sees all that was done before, and no lock is held meanwhile.
 */
public final class InOrder {

    private static final Logger log = LoggerFactory.getLogger(InOrder.class);

    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private boolean active;

    /** Does something after all that came before; it may be done when this returns, or is done by another thread. */
    public void run(Runnable step) {
        synchronized (queue) {
            queue.add(step);
            if (active) {
                return;
            }
            active = true;
        }
        for (;;) {
            Runnable next;
            synchronized (queue) {
                next = queue.poll();
                if (next == null) {
                    active = false;
                    return;
                }
            }
            try {
                next.run();
            } catch (RuntimeException e) {
                log.error("a step of a connection failed", e);
            }
        }
    }
}
