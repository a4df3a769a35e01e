package rivet.engine.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What waits for one actor, in the order of arrival, each with its own time limit. Belongs to the transitions of the actor's cell; a
 * time limit that passes is told to the cell, without any lock.
 */
final class Waiting {

    private final Surroundings around;
    private final Consumer<Pending<?>> expired;
    private LinkedHashSet<Pending<?>> line;

    Waiting(Surroundings around, Consumer<Pending<?>> expired) {
        this.around = around;
        this.expired = expired;
    }

    boolean isEmpty() {
        return line == null || line.isEmpty();
    }

    boolean isFull() {
        return line != null && line.size() >= around.limits().waiting();
    }

    /** Adds one; false if its time is over already. */
    boolean add(Pending<?> pending) {
        long now = around.clock().millis();
        if (pending.deadline == 0) {
            Duration patience = pending.patience(around.limits());
            pending.deadline = now + patience.toMillis();
        }
        long left = pending.deadline - now;
        if (left <= 0) {
            return false;
        }
        if (line == null) {
            // most actors never have anybody waiting after their first start
            line = new LinkedHashSet<>();
        }
        line.add(pending);
        pending.timer = around.timer().schedule(() -> expired.accept(pending), left, TimeUnit.MILLISECONDS);
        return true;
    }

    /** Removes one; false if it does not wait any more. */
    boolean remove(Pending<?> pending) {
        if (line == null || !line.remove(pending)) {
            return false;
        }
        pending.timer.cancel(false);
        return true;
    }

    /** Removes and returns those that a generation has not refused. */
    List<Pending<?>> takeFor(int generation) {
        List<Pending<?>> taken = new ArrayList<>();
        if (line != null) {
            for (Iterator<Pending<?>> each = line.iterator(); each.hasNext();) {
                Pending<?> pending = each.next();
                if (pending.refusedBy != generation) {
                    each.remove();
                    pending.timer.cancel(false);
                    taken.add(pending);
                }
            }
            if (line.isEmpty()) {
                line = null;
            }
        }
        return taken;
    }

    /** Removes and returns all. */
    List<Pending<?>> takeAll() {
        return takeFor(-1);
    }
}
