package rivet.sqlite.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Runs the tasks of one database, one at a time, in the order in which they were added, on whatever thread the executor gives. While a transaction is
 * open only its own tasks run and the ordinary ones wait.
 * <p>
 * Invariant: {@code draining} is true from the moment a task is added to a resting queue until the draining thread has seen, under the
 * monitor, that no task may run. So there is never more than one draining thread, and no task is left behind. Tasks run and are refused outside
 * the monitor.
 */
final class TaskQueue {

    /** An open transaction. */
    interface Owner {

        /** Tells why tasks of it no longer run, when it is over. */
        StorageException over();

        /** Makes the task that undoes it. */
        Task<?> undo();
    }

    // after so many tasks another database gets the thread first
    private static final int FAIR = 32;
    // a commit and a rollback find room when nothing else does
    private static final int ROOM_FOR_ENDS = 2;

    private final Executor executor;
    private final int limit;

    // all guarded by this
    private final Deque<Task<?>> ordinary = new ArrayDeque<>(2);
    private final Deque<Task<?>> inside = new ArrayDeque<>(2);
    private Owner open;
    private boolean closing;
    private boolean draining;

    /**
     * Makes a queue.
     *
     * @param limit most tasks that may wait, ordinary ones and those of a transaction each
     */
    TaskQueue(Executor executor, int limit) {
        this.executor = executor;
        this.limit = limit;
    }

    /** Adds an ordinary task. Refuses it with kind {@code OVERLOADED} if too many wait, with {@code CLOSED} after {@link #close}. */
    void add(Task<?> task) {
        StorageException refusal = null;
        boolean start = false;
        synchronized (this) {
            if (closing) {
                refusal = closed();
            } else if (ordinary.size() >= limit) {
                refusal = overloaded();
            } else {
                ordinary.add(task);
                start = startsDraining();
            }
        }
        go(start, task, refusal);
    }

    /**
     * Adds a task of a transaction. Refuses it as {@link #add} does, or for the owner's reason when that is not the open one.
     *
     * @param ends whether it is a commit or a rollback
     */
    void addInside(Owner owner, Task<?> task, boolean ends) {
        StorageException refusal = null;
        boolean start = false;
        synchronized (this) {
            if (open != owner) {
                refusal = owner.over();
            } else if (closing) {
                refusal = closed();
            } else if (inside.size() >= limit + (ends ? ROOM_FOR_ENDS : 0)) {
                refusal = overloaded();
            } else {
                inside.add(task);
                start = startsDraining();
            }
        }
        go(start, task, refusal);
    }

    /** Has a transaction undone before anything else that waits in it; without effect if it is over. */
    void undoNext(Owner owner) {
        boolean start = false;
        synchronized (this) {
            if (open == owner) {
                inside.addFirst(owner.undo());
                start = startsDraining();
            }
        }
        go(start, null, null);
    }

    /**
     * The running task has begun a transaction.
     *
     * @return false if the queue is closing, so that the transaction must be undone at once
     */
    synchronized boolean enter(Owner owner) {
        if (!closing) {
            open = owner;
        }
        return !closing;
    }

    /** The running task has ended the transaction: refuses what still waits in it. */
    void leave(Owner owner) {
        List<Task<?>> late;
        synchronized (this) {
            open = null;
            late = new ArrayList<>(inside);
            inside.clear();
        }
        late.forEach(task -> task.refuse(owner.over()));
    }

    /**
     * Lets no more tasks in, has an open transaction undone behind its own tasks, and runs one last task behind all others.
     *
     * @return false, and nothing was done, if it has been called before
     */
    boolean close(Task<?> last) {
        boolean start;
        synchronized (this) {
            if (closing) {
                return false;
            }
            closing = true;
            if (open != null) {
                inside.add(open.undo());
            }
            ordinary.add(last);
            start = startsDraining();
        }
        go(start, null, null);
        return true;
    }

    // holds the monitor
    private boolean startsDraining() {
        boolean starts = !draining;
        draining = true;
        return starts;
    }

    private void go(boolean start, Task<?> task, StorageException refusal) {
        if (refusal != null) {
            task.refuse(refusal);
        } else if (start && !submitted()) {
            abandon();
        }
    }

    private boolean submitted() {
        try {
            executor.execute(this::drain);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void drain() {
        do {
            for (int i = 0; i < FAIR; i++) {
                Task<?> task = next();
                if (task == null) {
                    return;
                }
                task.run();
            }
        } while (!submitted());
    }

    private synchronized Task<?> next() {
        Task<?> task = open != null ? inside.poll() : ordinary.poll();
        draining = task != null;
        return task;
    }

    /** No thread is to be had: the executor is overloaded or shut down. */
    private void abandon() {
        List<Task<?>> all;
        synchronized (this) {
            all = new ArrayList<>(inside);
            all.addAll(ordinary);
            inside.clear();
            ordinary.clear();
            draining = false;
        }
        all.forEach(task -> task.refuse(overloaded()));
    }

    private static StorageException closed() {
        return new StorageException(Kind.CLOSED, "the database is closed");
    }

    private static StorageException overloaded() {
        return new StorageException(Kind.OVERLOADED, "too many operations wait for the database");
    }
}
