package rivet.runtime.queue;

import java.util.Iterator;
import java.util.Optional;

import rivet.actor.Queue;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** The messages to come (R-queue-44). */
final class Iteration implements Iterator<QueueMessage> {

    private final Queue queue;
    private final Receive how;
    private Optional<QueueMessage> next = Optional.empty();

    Iteration(Queue queue, Receive how) {
        this.queue = queue;
        this.how = how;
    }

    @Override
    public boolean hasNext() {
        if (next.isEmpty()) {
            next = receive();
        }
        return next.isPresent();
    }

    private Optional<QueueMessage> receive() {
        try {
            return queue.next(how);
        } catch (RivetException e) {
            if (e.is(ErrorCode.ACTOR_ABORTED)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public QueueMessage next() {
        hasNext();
        QueueMessage message = next.orElseThrow();
        next = Optional.empty();
        return message;
    }
}
