package rivet.runtime.actor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import rivet.error.ErrorCode;
import rivet.runtime.turn.Task;
import rivet.runtime.turn.Turns;

/**
 * Lets the actions of an actor run one after the other, await points or not ({@link rivet.actor.Concurrency#SERIAL}). Hooks, timers and forked work are not held
 * up by it.
 * <p>
 * Invariant, under {@code this}: {@code busy} is true exactly while an action has been handed to the turn lock and has not ended.
 */
final class SerialActions {

    /** For an action that the one before it hands over. */
    private static final Optional<Runnable> BEHIND = Optional.of(() -> {
        // nothing is to be done
    });

    private final Turns turns;
    private final int limit;
    private final ArrayDeque<CallTask<?>> queue = new ArrayDeque<>();
    private boolean busy;
    private boolean closed;

    SerialActions(Turns turns, int limit) {
        this.turns = turns;
        this.limit = limit;
    }

    /** Queues an action, as {@link Turns#offer} does. */
    synchronized Optional<Runnable> offer(CallTask<?> task) {
        if (closed) {
            return Optional.empty();
        }
        if (busy) {
            if (task.isLimited() && queue.size() >= limit) {
                throw ErrorCode.ACTOR_OVERLOADED.error("channel", "inbox", "operation", task.what(), "capacity", limit);
            }
            queue.add(task);
            return BEHIND;
        }
        Optional<Runnable> offered = task.isLimited() ? turns.offer(task) : turns.offerUnlimited(task);
        busy = offered.isPresent();
        return offered;
    }

    /** Takes an action back that waits behind another; returns whether that was so. */
    synchronized boolean withdraw(ActorTask task) {
        return queue.remove(task);
    }

    /** Takes actions back that wait behind another, oldest first. */
    synchronized List<Task> withdraw(Predicate<Task> which) {
        List<Task> taken = new ArrayList<>();
        queue.removeIf(task -> which.test(task) && taken.add(task));
        return taken;
    }

    /** The action that was handed over has ended, or was taken back before it had begun. */
    synchronized void ended() {
        CallTask<?> next = queue.poll();
        busy = next != null && turns.submitUnlimited(next);
        if (next != null && !busy) {
            queue.addFirst(next); // the lock is closed: close() gives it back
        }
    }

    /** Takes no more actions, and gives back those that wait. */
    synchronized List<Task> close() {
        closed = true;
        List<Task> waiting = List.copyOf(queue);
        queue.clear();
        return waiting;
    }
}
