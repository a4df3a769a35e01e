package rivet.runtime.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.time.Time;

/** How messages are received, and what becomes of them when their receiver receives again or ends (design.md 1.3). */
final class Receiving {

    private final Turn turn;
    private final Time time;
    private final Messages messages;
    private final Waits waits;
    private final BiFunction<Entry, byte[], QueueMessage> handOut;
    private final Map<Object, Receiver> receivers = new IdentityHashMap<>();
    /** What the run handler received last; empty if it has received nothing, or has come to its end by itself. */
    private Optional<Receive> ofRun = Optional.empty();

    /**
     * Makes it.
     *
     * @param handOut makes of a message and its body what its receiver gets
     */
    Receiving(Turn turn, Time time, Messages messages, Waits waits, BiFunction<Entry, byte[], QueueMessage> handOut) {
        this.turn = turn;
        this.time = time;
        this.messages = messages;
        this.waits = waits;
        this.handOut = handOut;
    }

    /** Receives what is there, without waiting. */
    List<QueueMessage> now(String operation, Receive how) {
        turn.check(operation);
        Receiver by = receiver(how);
        return handOut(take(how, by), by);
    }

    /** Receives what is there, or waits for something. An await point, unless there is nothing and no time to wait. */
    List<QueueMessage> next(String operation, Receive how) {
        turn.check(operation);
        Receiver by = receiver(how);
        List<Entry> taken = take(how, by);
        if (!taken.isEmpty()) {
            untilStored(operation, taken, by);
            return handOut(taken, by);
        }
        return isOver(how) ? List.of() : handOut(waits.forMessages(operation, how, by), by);
    }

    /** The attempt is counted before it is made. */
    private void untilStored(String operation, List<Entry> taken, Receiver by) {
        try {
            turn.await(operation, turn.saved());
        } catch (RuntimeException e) {
            waits.putBack(taken, by);
            throw e;
        }
    }

    private static boolean isOver(Receive how) {
        return how.timeout().filter(Duration::isZero).isPresent();
    }

    /** Waits until there is something. */
    void untilAvailable(String operation, Receive how) {
        turn.check(operation);
        long begun = time.nanos();
        Receive left = how;
        while (!messages.isWaiting(how.names())) { // who is woken may find that somebody else was faster
            if (isOver(left)) {
                throw timedOut(how);
            }
            waits.forArrival(operation, left);
            left = how.timeout().map(limit -> how.within(left(limit, begun))).orElse(how);
        }
    }

    private Duration left(Duration limit, long begun) {
        Duration left = limit.minusNanos(time.nanos() - begun);
        return left.isNegative() ? Duration.ZERO : left;
    }

    static RivetException timedOut(Receive how) {
        return ErrorCode.QUEUE_TIMED_OUT.error("timeout_ms", how.timeout().orElse(Duration.ZERO).toMillis());
    }

    private Receiver receiver(Receive how) {
        Receiver by = receivers.computeIfAbsent(turn.task(), task -> new Receiver());
        by.checkCompleted();
        if (turn.isRun()) {
            ofRun = Optional.of(how);
        }
        return by;
    }

    /** What the receiver had before has been dealt with. */
    private List<Entry> take(Receive how, Receiver by) {
        by.inFlight().forEach(messages::remove);
        return messages.take(how.names(), how.count(), how.completable(), by);
    }

    private List<QueueMessage> handOut(List<Entry> taken, Receiver by) {
        List<byte[]> bodies;
        try {
            bodies = messages.bodies(taken);
        } catch (RuntimeException e) {
            waits.putBack(taken, by);
            throw e;
        }
        List<QueueMessage> received = new ArrayList<>(taken.size());
        for (int i = 0; i < taken.size(); i++) {
            received.add(handOut.apply(taken.get(i), bodies.get(i)));
        }
        return received;
    }

    /**
     * Work has ended.
     *
     * @param well whether what it had received has been dealt with, but for what it should have completed
     */
    void ended(Object task, boolean well) {
        Receiver by = receivers.isEmpty() ? null : receivers.remove(task);
        if (by == null) {
            return;
        }
        by.end();
        if (turn.isRun() && !turn.stopping()) {
            ofRun = Optional.empty();
        }
        for (Entry entry : by.inFlight()) {
            if (well && !entry.completable) {
                messages.remove(entry);
            } else {
                messages.giveBack(entry);
                waits.offer(entry);
            }
        }
    }

    /** Returns whether a message waits that the run handler would have received, had it not been told to stop. */
    boolean isWantedByRun() {
        return ofRun.filter(how -> messages.isWaiting(how.names())).isPresent();
    }
}
