package rivet.engine.actor;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Has the actors of a type that is back go on that could not start without it, at the rate of alarms. */
final class Returning {

    private static final long TICK = 100;

    private final Surroundings around;
    private final Cells cells;
    private final int atOnce;
    private volatile boolean closed;

    Returning(Surroundings around, Cells cells) {
        this.around = around;
        this.cells = cells;
        this.atOnce = Math.max(1, (int) (around.limits().wakesPerSecond() * TICK / 1_000));
    }

    /** A type is there. */
    void present(String typeName) {
        List<ActorCell> waiting = cells.without(typeName);
        if (!closed && !waiting.isEmpty()) {
            next(waiting);
        }
    }

    /** Starts nobody any more. */
    void close() {
        closed = true;
    }

    private void next(List<ActorCell> waiting) {
        int count = Math.min(atOnce, waiting.size());
        waiting.subList(0, count).forEach(ActorCell::typeIsBack);
        List<ActorCell> others = waiting.subList(count, waiting.size());
        if (!closed && !others.isEmpty()) {
            around.timer().schedule(() -> next(others), TICK, TimeUnit.MILLISECONDS);
        }
    }
}
