package rivet.runtime.queue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import rivet.actor.Receive;
import rivet.error.ErrorCode;
import rivet.runtime.time.Time;

/**
 * Who waits for messages. A message is given to the oldest wait that wants it in the very turn in which it comes: that it is stored, and that it is in flight, is one
 * commit, and no wait misses one, because it is known from the turn on in which there was none (R-queue-19).
 */
final class Waits {

    private final Turn turn;
    private final Messages messages;
    private final Journal journal;
    private final Time time;
    private final Set<Wait> open = new LinkedHashSet<>();
    private boolean hearsOfStop;

    Waits(Turn turn, Messages messages, Journal journal, Time time) {
        this.turn = turn;
        this.messages = messages;
        this.journal = journal;
        this.time = time;
    }

    /**
     * Waits until messages are given to the caller and stored as being in flight, or the time is over.
     *
     * @return the messages; none if the time was over first
     * @throws rivet.error.RivetException {@code actor.aborted}, or what ends the await point
     */
    List<Entry> forMessages(String operation, Receive how, Receiver by) {
        Wait wait = new Wait(how, by, turn.isRun(), true);
        try {
            await(operation, wait);
            if (!wait.saved().toCompletableFuture().isDone()) {
                turn.await(operation, wait.saved());
            }
        } catch (RuntimeException e) {
            putBack(wait.taken(), by);
            throw e;
        }
        if (wait.taken().isEmpty() && wait.aborted()) {
            throw ErrorCode.ACTOR_ABORTED.error();
        }
        return wait.taken();
    }

    /**
     * Waits until there may be a message, or the time is over.
     *
     * @throws rivet.error.RivetException {@code actor.aborted}, or what ends the await point
     */
    void forArrival(String operation, Receive how) {
        Wait wait = new Wait(how, new Receiver(), turn.isRun(), false);
        await(operation, wait);
        if (!messages.isWaiting(how.names()) && wait.aborted()) {
            throw ErrorCode.ACTOR_ABORTED.error();
        }
    }

    private void await(String operation, Wait wait) {
        if (turn.stopping() || wait.aborted()) {
            throw ErrorCode.ACTOR_ABORTED.error();
        }
        hearOfStop();
        Optional<Time.Timer> timer = wait.how().timeout().map(limit -> time.after(limit, wait::wake));
        begin(wait);
        try {
            turn.await(operation, wait.until());
        } finally {
            timer.ifPresent(Time.Timer::cancel);
            end(wait);
        }
    }

    private void begin(Wait wait) {
        open.add(wait);
        rests(wait, 1);
        journal.add(wait::wake); // the turn that ends with this wait may come to nothing: then the wait fails
    }

    private void end(Wait wait) {
        rests(wait, -1);
        open.remove(wait);
    }

    private void rests(Wait wait, int change) {
        if (wait.rests()) {
            turn.rests(change);
        }
    }

    private void hearOfStop() {
        if (!hearsOfStop) {
            hearsOfStop = true;
            turn.onStop(() -> List.copyOf(open).forEach(Wait::stop));
        }
    }

    /** Messages were taken for somebody who cannot have them. */
    void putBack(List<Entry> taken, Receiver by) {
        for (Entry entry : taken) {
            if (entry.holder == by) {
                messages.putBack(entry);
                offer(entry);
            }
        }
    }

    /** Gives a message that waits to the first who wants it, or tells those who only want to know. */
    void offer(Entry entry) {
        for (Wait wait : open) {
            if (wait.takes() && wait.wants(entry)) {
                give(entry, wait);
                return;
            }
        }
        open.stream().filter(wait -> !wait.takes() && wait.wants(entry)).forEach(Wait::wake);
    }

    private void give(Entry entry, Wait wait) {
        rests(wait, -1);
        journal.add(() -> {
            wait.takeBack(entry);
            rests(wait, 1);
        });
        messages.take(entry, wait.how().completable(), wait.by());
        wait.give(entry, turn.saved());
    }

    /** Gives what waits to those who want it: a turn that took or removed messages came to nothing. */
    void offerAll() {
        if (!open.isEmpty()) {
            new ArrayList<>(messages.waiting()).forEach(this::offer);
        }
    }
}
