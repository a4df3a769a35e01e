package rivet.runtime.actor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import rivet.error.ErrorCode;

/** Work that waits for the next instance while an actor restarts in place, or to hear whether it is to be destroyed. Guarded by the {@link Life} it is of. */
final class Held {

    private final int limit;
    private final Deque<ActorTask> tasks = new ArrayDeque<>();

    Held(int limit) {
        this.limit = limit;
    }

    /**
     * Takes new work.
     *
     * @throws rivet.error.RivetException {@code actor.overloaded} if too much waits
     */
    void add(ActorTask task) {
        if (tasks.size() >= limit) {
            throw ErrorCode.ACTOR_OVERLOADED.error("channel", "inbox", "operation", task.what(), "capacity", limit);
        }
        tasks.add(task);
    }

    /** Takes work over that the instance before had taken in, and had not begun. */
    void takeOver(ActorTask task) {
        tasks.add(task);
    }

    /** Gives everything back, oldest first. */
    List<ActorTask> take() {
        List<ActorTask> all = new ArrayList<>(tasks);
        tasks.clear();
        return all;
    }
}
