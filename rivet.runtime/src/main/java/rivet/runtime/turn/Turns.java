package rivet.runtime.turn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.turn.Task.Stage;

/**
 * The turn lock of one instance of an actor: lets one thread at a time run its code, in the order of arrival (design.md section 4).
 * <p>
 * Invariants, all under {@code mutex}: {@code active} is true exactly while some thread is the <em>runner</em>, that is, runs a turn or is
 * about to; {@code current} is the task that has the turn, the only one in stage RUNNING; {@code ready} holds what may have it next, oldest
 * first: tasks in stage NEW and RESUMED. A thread that ends a task goes on as runner with the next new one, so a burst of short tasks needs
 * one thread. To hand the turn to a resumed task, the runner wakes that task's own thread, which is runner from then on, and ends.
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
    private final Limits limits;

    private final Object mutex = new Object();
    private final ArrayDeque<Task> ready = new ArrayDeque<>();
    private final Set<Task> begun = new LinkedHashSet<>();
    private Task current;
    private boolean active;
    private boolean closed;
    private int waiting;
    private int suspended;
    private CompletableFuture<Void> quiet = new CompletableFuture<>();

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
        this.limits = limits;
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
        return offer(task, limits.waiting);
    }

    /** Queues a task as {@link #offer} does, whatever else waits. */
    public Optional<Runnable> offerUnlimited(Task task) {
        return offer(task, Integer.MAX_VALUE);
    }

    private Optional<Runnable> offer(Task task, int limit) {
        synchronized (mutex) {
            if (closed) {
                return Optional.empty();
            }
            if (waiting >= limit) {
                throw overloaded("inbox", task, limit);
            }
            waiting++;
            ready.add(task);
            if (active) {
                return UNDER_WAY;
            }
            active = true;
        }
        return start;
    }

    private void start() {
        threads.execute(() -> work(next()));
    }

    private static RivetException overloaded(String channel, Task task, int capacity) {
        return ErrorCode.ACTOR_OVERLOADED.error("channel", channel, "operation", task.what(), "capacity", capacity);
    }

    /** Runs tasks until there is none, or until the turn belongs to a task with a thread of its own. */
    private void work(Task first) {
        int done = 0;
        for (Task task = first; task != null; task = next()) {
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

    /** Gives the turn to the oldest that is ready, or to nobody. */
    private Task next() {
        CompletableFuture<Void> nowQuiet = null;
        Task task;
        synchronized (mutex) {
            task = current = ready.poll();
            if (task == null) {
                active = false;
                nowQuiet = quietLocked();
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

    private void runToEnd(Task task) {
        synchronized (mutex) {
            task.thread = Thread.currentThread();
            if (task.interruption != null) {
                task.thread.interrupt(); // it came after the task was given the turn, before it had a thread
            }
        }
        begin(task);
        try {
            task.run();
        } finally {
            end(task);
            synchronized (mutex) {
                task.stage = Stage.ENDED;
                task.thread = null;
                begun.remove(task);
                Thread.interrupted(); // under the mutex: no interrupt meant for this task reaches the next
            }
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
        synchronized (mutex) {
            if (suspended >= limits.suspended) {
                throw overloaded("suspended", task, limits.suspended);
            }
            throwIfInterrupted(task);
        }
        end(task);
        int await;
        boolean take;
        synchronized (mutex) {
            await = ++task.awaits;
            task.stage = Stage.SUSPENDED;
            suspended++;
            current = null;
            take = ready.isEmpty() && task.interruption != null;
            if (take) {
                task.stage = Stage.RUNNING; // interrupted since, and nobody else wants the turn
                suspended--;
                current = task;
            } else if (task.interruption != null) {
                task.stage = Stage.RESUMED;
                ready.add(task);
            }
        }
        if (!take) {
            pass(next());
            stage.whenComplete((value, error) -> resume(task, await));
            Parking.untilGranted(task);
        }
        begin(task);
        synchronized (mutex) {
            throwIfInterrupted(task);
        }
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

    private static void throwIfInterrupted(Task task) {
        RivetException interruption = task.interruption;
        if (interruption != null) {
            task.interruption = null;
            throw interruption;
        }
    }

    private void resume(Task task, int await) {
        boolean take;
        synchronized (mutex) {
            // a stage may complete long after its await was interrupted
            take = task.awaits == await && resumeLocked(task);
        }
        if (take) {
            Parking.grant(task);
        }
    }

    /** Makes a suspended task ready; returns whether it got the turn at once. */
    private boolean resumeLocked(Task task) {
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

    /**
     * Interrupts a task: if it waits at an await point, that fails with the given error; if it runs, its thread is interrupted and its next
     * await point fails. Without effect on a task that has not begun or has ended.
     *
     * @return whether it had begun and not ended
     */
    public boolean interrupt(Task task, RivetException reason) {
        boolean take;
        synchronized (mutex) {
            if (!begun.contains(task)) {
                return false;
            }
            task.interruption = reason;
            take = resumeLocked(task);
            if (!take && task == current && task.thread != null) {
                task.thread.interrupt();
            }
        }
        if (take) {
            Parking.grant(task);
        }
        return true;
    }

    /** Returns the interruption that no await point of the task has noticed. */
    public Optional<RivetException> interruption(Task task) {
        synchronized (mutex) {
            return Optional.ofNullable(task.interruption);
        }
    }

    /** Takes an interruption back that the task has not noticed. Called by the thread that holds the turn, for its own task. */
    public void calm(Task task) {
        synchronized (mutex) {
            task.interruption = null;
            Thread.interrupted();
        }
    }

    /** Interrupts everything that has begun. */
    public void interruptAll(RivetException reason) {
        unfinished().forEach(task -> interrupt(task, reason));
    }

    /** Returns the tasks that have begun and not ended, oldest first. */
    public List<Task> unfinished() {
        synchronized (mutex) {
            return List.copyOf(begun);
        }
    }

    /** Takes a task back that has not begun; returns whether that was so. */
    public boolean withdraw(Task task) {
        CompletableFuture<Void> nowQuiet = null;
        boolean taken;
        synchronized (mutex) {
            taken = task.stage == Stage.NEW && ready.remove(task);
            if (taken) {
                waiting--;
                nowQuiet = quietLocked();
            }
        }
        complete(nowQuiet);
        return taken;
    }

    /** Takes tasks back that have not begun, oldest first. Others, and those that come later, are not touched. */
    public List<Task> withdraw(Predicate<Task> which) {
        CompletableFuture<Void> nowQuiet;
        List<Task> taken = new ArrayList<>();
        synchronized (mutex) {
            ready.removeIf(task -> task.stage == Stage.NEW && which.test(task) && taken.add(task));
            waiting -= taken.size();
            nowQuiet = quietLocked();
        }
        complete(nowQuiet);
        return taken;
    }

    /** Takes no more tasks, and gives back those that have not begun, oldest first. What has begun may go on to its end. */
    public List<Task> close() {
        CompletableFuture<Void> nowQuiet;
        List<Task> unbegun = new ArrayList<>();
        synchronized (mutex) {
            closed = true;
            ready.removeIf(task -> task.stage == Stage.NEW && unbegun.add(task));
            waiting -= unbegun.size();
            nowQuiet = quietLocked();
        }
        complete(nowQuiet);
        return unbegun;
    }

    /** Returns a stage that completes when next no task waits, runs or is suspended: at once if that is so now. */
    public CompletionStage<Void> quiet() {
        CompletableFuture<Void> result;
        CompletableFuture<Void> nowQuiet;
        synchronized (mutex) {
            result = quiet;
            nowQuiet = quietLocked();
        }
        complete(nowQuiet);
        return result;
    }

    private CompletableFuture<Void> quietLocked() {
        if (!ready.isEmpty() || !begun.isEmpty()) {
            return null;
        }
        CompletableFuture<Void> done = quiet;
        quiet = new CompletableFuture<>();
        return done;
    }

    /** Completes outside the mutex: dependents run on this thread. */
    private static void complete(CompletableFuture<Void> quiet) {
        if (quiet != null) {
            quiet.complete(null);
        }
    }

    /** Returns the turn that runs now. */
    public Optional<Running> running() {
        Thread thread = holder;
        long start = since;
        synchronized (mutex) {
            return thread == null || current == null || current.thread != thread ? Optional.empty()
                : Optional.of(new Running(current, thread, start));
        }
    }

    /** Returns whether a task waits, runs or is suspended. */
    public boolean busy() {
        synchronized (mutex) {
            return !ready.isEmpty() || !begun.isEmpty();
        }
    }

    /** Returns the number of tasks that have not begun. */
    public int waiting() {
        synchronized (mutex) {
            return waiting;
        }
    }

    /** Returns the number of tasks that have begun and not ended. */
    public int begun() {
        synchronized (mutex) {
            return begun.size();
        }
    }
}
