package rivet.engine.actor;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.directory.ActorRow;

/**
 * Starts, once after the engine came up, the actors that were awake when the process before ended and that go on by themselves, at the rate of alarms
 * (design, section 5). Actors that something is due for have an alarm.
 */
final class Resuming {

    private static final Logger LOG = LoggerFactory.getLogger(Resuming.class);
    private static final long TICK = 100;
    private static final long RETRY = 1_000;

    private final Surroundings around;
    private final Cells cells;
    private final int atOnce;
    private volatile boolean closed;

    Resuming(Surroundings around, Cells cells) {
        this.around = around;
        this.cells = cells;
        this.atOnce = Math.max(1, (int) (around.limits().wakesPerSecond() * TICK / 1_000));
    }

    /** Begins. */
    void open() {
        // those that are created from now on are not to be started once more
        around.table().latest().whenComplete((latest, failure) -> {
            if (failure == null) {
                next(0, latest);
            } else {
                later(failure, this::open);
            }
        });
    }

    /** Starts nobody any more. */
    void close() {
        closed = true;
    }

    private void next(long after, long until) {
        around.table().awake(after, until, atOnce).whenComplete((rows, failure) -> {
            if (failure == null) {
                start(rows, until);
            } else {
                later(failure, () -> next(after, until));
            }
        });
    }

    private void start(List<ActorRow> rows, long until) {
        if (closed) {
            return;
        }
        rows.forEach(row -> cells.install(row).wake());
        if (rows.size() == atOnce) {
            around.timer().schedule(() -> next(rows.getLast().nr(), until), TICK, TimeUnit.MILLISECONDS);
        }
    }

    private void later(Throwable failure, Runnable again) {
        LOG.warn("The actors that were awake could not be read: {}", Causes.of(failure).toString());
        if (!closed) {
            around.timer().schedule(again, RETRY, TimeUnit.MILLISECONDS);
        }
    }
}
