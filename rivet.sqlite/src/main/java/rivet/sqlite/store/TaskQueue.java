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
 * open only its own tasks run and the ordinary ones wait. Before the first of several tasks the queue asks for the file, and gives it back after the
 * last, so a file is lent only while there is work or a transaction is open.
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
    private final Loan loan;
    private final int limit;

    // all guarded by this
    private final Deque<Task<?>> ordinary = new ArrayDeque<>(2);
    private final Deque<Task<?>> inside = new ArrayDeque<>(2);
    private Owner open;
    private Task<?> last;
    private boolean closing;
    private boolean draining;
    private boolean lent;

    /**
     * Makes a queue.
     *
     * @param loan of the file that the tasks work on
     * @param limit most tasks that may wait, ordinary ones and those of a transaction each
     */
    TaskQueue(Executor executor, Loan loan, int limit) {
        this.executor = executor;
        this.loan = loan;
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
     * Lets no more tasks in, has an open transaction undone behind its own tasks, and runs one last task behind all others, when the file has been
     * given back.
     *
     * @return false, and nothing was done, if it has been called before
     */
    boolean close(Task<?> finish) {
        boolean start;
        synchronized (this) {
            if (closing) {
                return false;
            }
            closing = true;
            if (open != null) {
                inside.add(open.undo());
            }
            last = finish;
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
        } else if (start) {
            start();
        }
    }

    /** The queue is draining since the calling thread said so, or that thread is the draining one and ends. */
    private void start() {
        boolean ask;
        synchronized (this) {
            ask = !lent && !ordinary.isEmpty();
        }
        if (ask) {
            loan.ask(this::given, this::refuseAll);
        } else if (!submitted(this::drain)) {
            abandon();
        }
    }

    private void given() {
        if (!submitted(this::begin)) {
            loan.giveBack();
            abandon();
        }
    }

    private void begin() {
        try {
            loan.ready();
        } catch (StorageException e) {
            refuseAll(e);
            return;
        }
        synchronized (this) {
            lent = true;
        }
        drain();
    }

    private boolean submitted(Runnable work) {
        try {
            executor.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void drain() {
        do {
            int done = 0;
            do {
                Task<?> task = next();
                if (task == null) {
                    return;
                }
                task.run();
            } while (++done < FAIR && !spent());
        } while (!yielded());
    }

    /** Returns whether the next ordinary task needs the file opened anew. */
    private boolean spent() {
        synchronized (this) {
            if (open != null || !lent) {
                return false;
            }
        }
        return !loan.sound();
    }

    /** Lets other databases have the thread and the file; returns false if there is no other way than to go on. */
    private boolean yielded() {
        boolean inside;
        synchronized (this) {
            inside = open != null;
        }
        if (inside) {
            return submitted(this::drain);
        }
        giveBack();
        start();
        return true;
    }

    /** Returns the next task to run; null if there is none now, when the calling thread is no longer the draining one. */
    private Task<?> next() {
        synchronized (this) {
            Task<?> task = open != null ? inside.poll() : lent ? ordinary.poll() : null;
            if (task != null || open != null) {
                draining = task != null;
                return task;
            }
        }
        giveBack();
        synchronized (this) {
            if (ordinary.isEmpty()) {
                Task<?> task = last;
                last = null;
                draining = task != null;
                return task;
            }
        }
        start();
        return null;
    }

    private void giveBack() {
        if (lent) {
            loan.giveBack();
            synchronized (this) {
                lent = false;
            }
        }
    }

    /** The file is not to be had. */
    private void refuseAll(StorageException cause) {
        List<Task<?>> all;
        synchronized (this) {
            all = new ArrayList<>(ordinary);
            ordinary.clear();
        }
        all.forEach(task -> task.refuse(cause));
        boolean more;
        synchronized (this) {
            more = !ordinary.isEmpty() || last != null;
            draining = more;
        }
        if (more) {
            start();
        }
    }

    /** No thread is to be had: the executor is overloaded or shut down. What has to be done even so is done on this one. */
    private void abandon() {
        List<Task<?>> all;
        Task<?> finish;
        Task<?> undo;
        synchronized (this) {
            all = new ArrayList<>(inside);
            all.addAll(ordinary);
            inside.clear();
            ordinary.clear();
            finish = last;
            last = null;
            undo = finish != null && open != null ? open.undo() : null;
        }
        if (undo != null) {
            undo.run();
        }
        if (finish != null) {
            giveBack();
            finish.refuse(overloaded());
        }
        synchronized (this) {
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
