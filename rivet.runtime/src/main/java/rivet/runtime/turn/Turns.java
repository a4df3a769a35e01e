package rivet.runtime.turn;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import rivet.error.RivetException;

/**
 * The turn lock of one instance of an actor: lets one thread at a time run its code, in the order of arrival (design.md section 4).
 * <p>
 * {@link TurnOrder} decides who is next; here threads are made to follow. A thread that ends a task goes on as runner with the next new one, so a burst of short tasks
 * needs one thread. To hand the turn to a resumed task, the runner wakes that task's own thread, which is runner from then on, and ends.
 */
public final class Turns {

    /** Hears of the beginning and end of each turn, on the thread that holds it. Never throws. */
    public interface Observer {

        /** A turn begins. */
        void begin(Task task);

        /** A turn ends: at an await point, or because its task has ended. */
        void end(Task task);
    }

    /**
     * A turn that runs now.
     *
     * @param task whose turn
     * @param thread where it runs
     * @param sinceNanos since when
     */
    public record Running(Task task, Thread thread, long sinceNanos) {}

    /**
     * How much may queue up.
     *
     * @param waiting most tasks that wait for their first turn
     * @param suspended most tasks that wait at await points
     */
    public record Limits(int waiting, int suspended) {}

    private static final int TASKS_BEFORE_YIELD = 64;

    /** For a task that a thread will come to that runs already. */
    private static final Optional<Runnable> UNDER_WAY = Optional.of(() -> {
        // nothing is to be done
    });

    private final Executor threads;
    private final Optional<Runnable> start = Optional.of(this::start);
    private final Observer observer;
    private final LongSupplier nanos;
    private final TurnOrder order;

    /** The thread that runs actor code now. Written by that thread alone. */
    private volatile Thread holder;
    private volatile long since;

    /**
     * Makes a lock.
     *
     * @param threads runs what it is given on a (virtual) thread of its own
     * @param nanos a clock for {@link #running}
     */
    public Turns(Executor threads, Observer observer, LongSupplier nanos, Limits limits) {
        this.threads = threads;
        this.observer = observer;
        this.nanos = nanos;
        order = new TurnOrder(limits);
    }

    /**
     * Queues a task for its first turn.
     *
     * @return false if the lock is closed; the task never begins then
     * @throws RivetException {@code actor.overloaded} if too many wait
     */
    public boolean submit(Task task) {
        return begun(offer(task));
    }

    /** Queues a task of the platform itself, to which the limit does not apply. */
    public boolean submitUnlimited(Task task) {
        return begun(offerUnlimited(task));
    }

    private static boolean begun(Optional<Runnable> offered) {
        offered.ifPresent(Runnable::run);
        return offered.isPresent();
    }

    /**
     * Queues a task as {@link #submit} does, for a caller that holds a lock which turns want as well.
     *
     * @return what the caller is to run when it has let go of its lock, without which nothing queued begins; empty if the lock is closed
     */
    public Optional<Runnable> offer(Task task) {
        return offer(task, false);
    }

    /** Queues a task as {@link #offer} does, whatever else waits. */
    public Optional<Runnable> offerUnlimited(Task task) {
        return offer(task, true);
    }

    private Optional<Runnable> offer(Task task, boolean unlimited) {
        return switch (order.add(task, unlimited)) {
            case NONE -> Optional.empty();
            case BEHIND -> UNDER_WAY;
            case FIRST -> start;
        };
    }

    private void start() {
        threads.execute(() -> work(order.next()));
    }

    /** Runs tasks until there is none, or until the turn belongs to a task with a thread of its own. */
    private void work(Task first) {
        int done = 0;
        for (Task task = first; task != null; task = order.next()) {
            if (task.thread != null) {
                Parking.grant(task);
                return;
            }
            runToEnd(task);
            if (++done % TASKS_BEFORE_YIELD == 0) {
                Thread.yield(); // virtual threads are not time-sliced
            }
        }
    }

    private void runToEnd(Task task) {
        order.enter(task);
        begin(task);
        try {
            task.run();
        } finally {
            end(task);
            order.leave(task);
        }
    }

    private void begin(Task task) {
        since = nanos.getAsLong();
        holder = Thread.currentThread();
        observer.begin(task);
    }

    private void end(Task task) {
        observer.end(task);
        holder = null;
    }

    /** Returns whether the calling thread holds the turn. */
    public boolean held() {
        return holder == Thread.currentThread();
    }

    /**
     * Await point: ends the turn, lets others run, and returns in a new turn once the stage is complete or the task was interrupted. Called by
     * the thread that holds the turn.
     *
     * @throws RivetException the interruption, or {@code actor.overloaded} if too many tasks are suspended
     */
    public void await(Task task, CompletionStage<?> stage) {
        order.requireMaySuspend(task);
        end(task);
        if (!order.suspend(task)) {
            int await = task.awaits; // changed by this thread only
            pass(order.next());
            stage.whenComplete((value, error) -> resume(task, await));
            Parking.untilGranted(task);
        }
        begin(task);
        order.throwIfInterrupted(task);
    }

    private void pass(Task next) {
        if (next == null) {
            return;
        }
        if (next.thread != null) {
            Parking.grant(next);
        } else {
            threads.execute(() -> work(next));
        }
    }

    private void resume(Task task, int await) {
        if (order.resume(task, await)) {
            Parking.grant(task);
        }
    }

    /**
     * Interrupts a task: if it waits at an await point, that fails with the given error; if it runs, its thread is interrupted and its next
     * await point fails. Without effect on a task that has not begun or has ended.
     *
     * @return whether it had begun and not ended
     */
    public boolean interrupt(Task task, RivetException reason) {
        Optional<Boolean> woken = order.interrupt(task, reason);
        if (woken.orElse(false)) {
            Parking.grant(task);
        }
        return woken.isPresent();
    }

    /** Returns the interruption that no await point of the task has noticed. */
    public Optional<RivetException> interruption(Task task) {
        return order.interruption(task);
    }

    /** Takes an interruption back that the task has not noticed. Called by the thread that holds the turn, for its own task. */
    public void calm(Task task) {
        order.calm(task);
    }

    /** Interrupts everything that has begun. */
    public void interruptAll(RivetException reason) {
        unfinished().forEach(task -> interrupt(task, reason));
    }

    /** Returns the tasks that have begun and not ended, oldest first. */
    public List<Task> unfinished() {
        return order.unfinished();
    }

    /** Takes a task back that has not begun; returns whether that was so. */
    public boolean withdraw(Task task) {
        return order.withdraw(task);
    }

    /** Takes tasks back that have not begun, oldest first. Others, and those that come later, are not touched. */
    public List<Task> withdraw(Predicate<Task> which) {
        return order.withdraw(which);
    }

    /** Takes no more tasks, and gives back those that have not begun, oldest first. What has begun may go on to its end. */
    public List<Task> close() {
        return order.close();
    }

    /** Returns a stage that completes when next no task waits, runs or is suspended: at once if that is so now. */
    public CompletionStage<Void> quiet() {
        return order.quiet();
    }

    /** Returns the turn that runs now. */
    public Optional<Running> running() {
        Thread thread = holder;
        long start = since;
        return order.current(thread).map(task -> new Running(task, thread, start));
    }

    /** Returns whether a task waits, runs or is suspended. */
    public boolean busy() {
        return order.busy();
    }

    /** Returns the number of tasks that have not begun. */
    public int waiting() {
        return order.waiting();
    }

    /** Returns the number of tasks that have begun and not ended. */
    public int begun() {
        return order.begun();
    }
}
