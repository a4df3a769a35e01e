package rivet.runtime.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Output;

/** Who waits for the completion of which message. In memory: a restart drops them, and leaves the messages (R-queue-35). */
final class Senders {

    private final Turn turn;
    private final Journal journal;
    private final Map<Long, Sender> waiting = new HashMap<>();

    Senders(Turn turn, Journal journal) {
        this.turn = turn;
        this.journal = journal;
    }

    /** Somebody waits for a message that is being stored in this turn. */
    void add(Entry entry, Sender sender) {
        waiting.put(entry.id(), sender);
        journal.add(() -> waiting.remove(entry.id(), sender));
    }

    /** Somebody waits no longer; returns whether nobody was faster. */
    boolean remove(long id, Sender sender) {
        return waiting.remove(id, sender);
    }

    /** A message was completed. */
    void completed(Entry entry, Object response) {
        Optional.ofNullable(waiting.remove(entry.id())).ifPresent(sender -> {
            sender.over();
            leave(entry.id(), sender, sender.completed(response));
        });
    }

    /** All messages were removed. */
    void reset() {
        Map<Long, Sender> dropped = Map.copyOf(waiting);
        waiting.clear();
        dropped.forEach((id, sender) -> {
            sender.over();
            leave(id, sender, () -> drop(sender));
        });
    }

    private void leave(long id, Sender sender, Runnable answer) {
        Answer output = new Answer(sender, answer);
        turn.output(output);
        journal.add(() -> {
            output.undone = true;
            waiting.put(id, sender);
        });
    }

    /** The instance has ended. */
    void close() {
        List<Sender> left = new ArrayList<>(waiting.values());
        waiting.clear();
        left.forEach(sender -> {
            sender.over();
            drop(sender);
        });
    }

    private static void drop(Sender sender) {
        sender.dropped(ErrorCode.QUEUE_COMPLETION_WAITER_DROPPED.error());
    }

    /** The answer to a sender. If its turn cannot be stored, the instance ends, and with it the waiting; if the turn came to nothing before that, the sender waits on. */
    private static final class Answer implements Output {

        private final Sender sender;
        private final Runnable answer;
        private boolean undone; // written and read by the thread that undoes the turn, if any does

        Answer(Sender sender, Runnable answer) {
            this.sender = sender;
            this.answer = answer;
        }

        @Override
        public void release() {
            answer.run();
        }

        @Override
        public void fail(RivetException error) {
            if (!undone) {
                drop(sender);
            }
        }
    }
}
