package rivet.runtime.store;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.RivetException;

/**
 * Holds back what leaves an actor until the turns that it could have read are durable (design.md section 4).
 * <p>
 * Invariants, under {@code this}: outputs leave in the order in which they were added, and turn numbers never fall along that order; an output
 * leaves no earlier than when {@code durable} has reached its turn; one thread at a time is {@code draining}, and whoever finds nothing
 * more to do gives that up in the same step, so that nothing that may leave is left behind.
 */
public final class OutputGate {

    private static final Logger log = LoggerFactory.getLogger(OutputGate.class);

    private record Held(long turn, Output output) {}

    private final int limit;
    private final ArrayDeque<Held> queue = new ArrayDeque<>();
    private long durable;
    private boolean draining;
    private RivetException failure;
    private CompletableFuture<Void> room;

    /**
     * Makes a gate.
     *
     * @param limit how many outputs may be held before {@link #room} makes the actor wait
     */
    public OutputGate(int limit) {
        this.limit = limit;
    }

    /** Adds outputs that may leave once the given turn is durable. */
    public void add(long turn, List<Output> outputs) {
        synchronized (this) {
            for (Output output : outputs) {
                queue.add(new Held(turn, output));
            }
        }
        drain();
    }

    /** Tells that everything up to a turn is durable. */
    public void durable(long turn) {
        synchronized (this) {
            durable = Math.max(durable, turn);
        }
        drain();
    }

    /** Returns whether a turn is known to be durable. */
    public synchronized boolean isDurable(long turn) {
        return turn <= durable;
    }

    /** Fails every output whose turn is not durable, those to come included. */
    public void fail(RivetException error) {
        synchronized (this) {
            if (failure == null) {
                failure = error;
            }
        }
        drain();
    }

    /** Returns a stage that completes when the actor may add more; empty if it may now. */
    public synchronized Optional<CompletionStage<Void>> room() {
        if (queue.size() < limit) {
            return Optional.empty();
        }
        if (room == null) {
            room = new CompletableFuture<>();
        }
        return Optional.of(room);
    }

    private void drain() {
        synchronized (this) {
            if (draining) {
                return;
            }
            draining = true;
        }
        for (;;) {
            Held next;
            RivetException error;
            CompletableFuture<Void> nowRoom = null;
            synchronized (this) {
                next = queue.peek();
                if (next == null || next.turn > durable && failure == null) {
                    draining = false;
                    return;
                }
                queue.poll();
                error = next.turn > durable ? failure : null;
                if (room != null && queue.size() < limit) {
                    nowRoom = room;
                    room = null;
                }
            }
            if (nowRoom != null) {
                nowRoom.complete(null);
            }
            leave(next.output, error);
        }
    }

    private static void leave(Output output, RivetException error) {
        try {
            if (error == null) {
                output.release();
            } else {
                output.fail(error);
            }
        } catch (RuntimeException e) {
            log.error("an output could not leave: {}", output, e);
        }
    }
}
