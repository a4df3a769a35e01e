package rivet.runtime.turn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.turn.Task.Stage;

/**
 * Who has the turn of one instance, and who may have it next. Decides only: that threads run or wake is up to {@link Turns}.
 * <p>
 * Invariants, all under {@code this}, which also guards the fields of its tasks: {@code active} is true exactly while some thread is the <em>runner</em>, that is, runs
 * a turn or is about to; {@code current} is the task that has the turn, the only one in stage RUNNING; {@code ready} holds what may have it next, oldest first: tasks
 * in stage NEW and RESUMED. Nothing is called under the lock: {@code quiet} is completed outside it, as its dependents run on the same thread.
 */
final class TurnOrder {

    /** Where a task has been put. */
    enum Place {

        /** Nowhere: no more tasks are taken. */
        NONE,

        /** In the queue, to which some thread will come that runs already. */
        BEHIND,

        /** In the queue, for which a thread has to be started. */
        FIRST
    }

    private final Turns.Limits limits;
    private final ArrayDeque<Task> ready = new ArrayDeque<>();
    private final Set<Task> begun = new LinkedHashSet<>();
    private Task current;
    private boolean active;
    private boolean closed;
    private int waiting;
    private int suspended;
    private CompletableFuture<Void> quiet = new CompletableFuture<>();

    TurnOrder(Turns.Limits limits) {
        this.limits = limits;
    }

    /**
     * Queues a task for its first turn.
     *
     * @param unlimited whether it may be one too many
     * @throws RivetException {@code actor.overloaded} if too many wait
     */
    synchronized Place add(Task task, boolean unlimited) {
        if (closed) {
            return Place.NONE;
        }
        if (!unlimited && waiting >= limits.waiting()) {
            throw overloaded("inbox", task, limits.waiting());
        }
        waiting++;
        ready.add(task);
        if (active) {
            return Place.BEHIND;
        }
        active = true;
        return Place.FIRST;
    }

    private static RivetException overloaded(String channel, Task task, int capacity) {
        return ErrorCode.ACTOR_OVERLOADED.error("channel", channel, "operation", task.what(), "capacity", capacity);
    }

    /** Gives the turn to the oldest that is ready, or to nobody. By the runner, which is that no more in the latter case; null then. */
    Task next() {
        CompletableFuture<Void> nowQuiet = null;
        Task task;
        synchronized (this) {
            task = current = ready.poll();
            if (task == null) {
                active = false;
                nowQuiet = takeQuiet();
            } else if (task.stage == Stage.NEW) {
                waiting--;
                begun.add(task);
                task.stage = Stage.RUNNING;
            } else {
                suspended--;
                task.stage = Stage.RUNNING;
            }
        }
        complete(nowQuiet);
        return task;
    }

    /** The calling thread is that of a task from now on. */
    synchronized void enter(Task task) {
        task.thread = Thread.currentThread();
        if (task.interruption != null) {
            task.thread.interrupt(); // it came after the task was given the turn, before it had a thread
        }
    }

    /** The task of the calling thread has ended. */
    synchronized void leave(Task task) {
        task.stage = Stage.ENDED;
        task.thread = null;
        begun.remove(task);
        Thread.interrupted(); // under the lock: no interrupt meant for this task reaches the next
    }

    /**
     * Checks that the task that has the turn may give it away.
     *
     * @throws RivetException {@code actor.overloaded}, or its interruption
     */
    synchronized void requireMaySuspend(Task task) {
        if (suspended >= limits.suspended()) {
            throw overloaded("suspended", task, limits.suspended());
        }
        throwInterruption(task);
    }

    /** Takes the turn from the task that has it. Returns whether it has it again at once: it was interrupted since, and nobody else wants the turn. */
    synchronized boolean suspend(Task task) {
        task.awaits++;
        if (task.interruption != null && ready.isEmpty()) {
            return true;
        }
        task.stage = Stage.SUSPENDED;
        suspended++;
        current = null;
        if (task.interruption != null) {
            task.stage = Stage.RESUMED;
            ready.add(task);
        }
        return false;
    }

    /** The given await of a task is over. Returns whether the task got the turn at once, and is to be woken. */
    synchronized boolean resume(Task task, int await) {
        return task.awaits == await && resume(task); // a stage may complete long after its await was interrupted
    }

    private boolean resume(Task task) {
        if (task.stage != Stage.SUSPENDED) {
            return false;
        }
        if (active) {
            task.stage = Stage.RESUMED;
            ready.add(task);
            return false;
        }
        active = true;
        current = task;
        suspended--;
        task.stage = Stage.RUNNING;
        return true;
    }

    /** Throws the interruption of the task that has the turn, if there is one; only once. */
    synchronized void throwIfInterrupted(Task task) {
        throwInterruption(task);
    }

    private static void throwInterruption(Task task) {
        RivetException interruption = task.interruption;
        if (interruption != null) {
            task.interruption = null;
            throw interruption;
        }
    }

    /** Interrupts a task. Returns whether it got the turn for that, and is to be woken; empty if it has not begun, or has ended. */
    synchronized Optional<Boolean> interrupt(Task task, RivetException reason) {
        if (!begun.contains(task)) {
            return Optional.empty();
        }
        task.interruption = reason;
        boolean woken = resume(task);
        if (!woken && task == current && task.thread != null) {
            task.thread.interrupt();
        }
        return Optional.of(woken);
    }

    synchronized Optional<RivetException> interruption(Task task) {
        return Optional.ofNullable(task.interruption);
    }

    /** Takes back an interruption that the task has not noticed. By the thread that holds its turn. */
    synchronized void calm(Task task) {
        task.interruption = null;
        Thread.interrupted();
    }

    synchronized List<Task> unfinished() {
        return List.copyOf(begun);
    }

    boolean withdraw(Task task) {
        CompletableFuture<Void> nowQuiet;
        synchronized (this) {
            if (task.stage != Stage.NEW || !ready.remove(task)) {
                return false;
            }
            waiting--;
            nowQuiet = takeQuiet();
        }
        complete(nowQuiet);
        return true;
    }

    List<Task> withdraw(Predicate<Task> which) {
        CompletableFuture<Void> nowQuiet;
        List<Task> taken;
        synchronized (this) {
            taken = takeNew(which);
            nowQuiet = takeQuiet();
        }
        complete(nowQuiet);
        return taken;
    }

    List<Task> close() {
        CompletableFuture<Void> nowQuiet;
        List<Task> unbegun;
        synchronized (this) {
            closed = true;
            unbegun = takeNew(task -> true);
            nowQuiet = takeQuiet();
        }
        complete(nowQuiet);
        return unbegun;
    }

    private List<Task> takeNew(Predicate<Task> which) {
        List<Task> taken = new ArrayList<>();
        ready.removeIf(task -> task.stage == Stage.NEW && which.test(task) && taken.add(task));
        waiting -= taken.size();
        return taken;
    }

    CompletionStage<Void> quiet() {
        CompletableFuture<Void> result;
        CompletableFuture<Void> nowQuiet;
        synchronized (this) {
            result = quiet;
            nowQuiet = takeQuiet();
        }
        complete(nowQuiet);
        return result;
    }

    /** Returns what is to be completed if it is quiet now; else null. Under the lock. */
    private CompletableFuture<Void> takeQuiet() {
        if (!ready.isEmpty() || !begun.isEmpty()) {
            return null;
        }
        CompletableFuture<Void> done = quiet;
        quiet = new CompletableFuture<>();
        return done;
    }

    private static void complete(CompletableFuture<Void> quiet) {
        if (quiet != null) {
            quiet.complete(null);
        }
    }

    /** Returns the task that has the turn, if it is the one of the given thread. */
    synchronized Optional<Task> current(Thread thread) {
        return thread == null || current == null || current.thread != thread ? Optional.empty() : Optional.of(current);
    }

    synchronized boolean busy() {
        return !ready.isEmpty() || !begun.isEmpty();
    }

    synchronized int waiting() {
        return waiting;
    }

    synchronized int begun() {
        return begun.size();
    }
}
