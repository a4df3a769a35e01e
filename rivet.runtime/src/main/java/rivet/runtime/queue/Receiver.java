package rivet.runtime.queue;

import java.util.ArrayList;
import java.util.List;

import rivet.error.ErrorCode;

/** An action or other work that receives, with what it has in flight. */
final class Receiver {

    private final List<Entry> inFlight = new ArrayList<>();
    private boolean ended;

    /** It has received a message. */
    void add(Entry entry) {
        inFlight.add(entry);
    }

    /** It has nothing to do with a message any more. */
    void remove(Entry entry) {
        inFlight.remove(entry);
    }

    /** Returns what it has in flight, oldest receipt first. */
    List<Entry> inFlight() {
        return List.copyOf(inFlight);
    }

    /**
     * Checks that it may receive.
     *
     * @throws rivet.error.RivetException {@code queue.previous_message_not_completed}
     */
    void checkCompleted() {
        if (inFlight.stream().anyMatch(entry -> entry.completable)) {
            throw ErrorCode.QUEUE_PREVIOUS_MESSAGE_NOT_COMPLETED.error();
        }
    }

    /** Its work is over. */
    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }
}
