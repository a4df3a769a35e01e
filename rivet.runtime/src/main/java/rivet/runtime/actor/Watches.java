package rivet.runtime.actor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ActorWatcher;

/**
 * Those who watch an actor. An actor that nobody watches pays one look at an empty list a turn; one that is watched is looked at some time after a
 * turn, so that many turns cost one look
 * (R-insp-40, R-insp-50).
 */
final class Watches {

    private static final Logger log = LoggerFactory.getLogger(Watches.class);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Cell cell;
    private final List<Watching> all = new CopyOnWriteArrayList<>();
    private final AtomicLong numbers = new AtomicLong();
    /** A look is on its way. */
    private final AtomicBoolean due = new AtomicBoolean();
    private boolean closed; // guarded by this

    Watches(Cell cell) {
        this.cell = cell;
    }

    ActorInspection.Watch add(ActorWatcher watcher) {
        Watching watching = new Watching(watcher);
        boolean late;
        synchronized (this) {
            late = closed;
            if (!late) {
                all.add(watching);
            }
        }
        if (late) {
            watching.end();
        } else {
            look();
        }
        return watching;
    }

    /** Returns whether anybody watches, which keeps the actor awake. */
    boolean any() {
        return !all.isEmpty();
    }

    /** Returns the number of the next snapshot. In a turn. */
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    /** A turn has ended. Of two turns one look comes after both. */
    void turnEnded(ActorTask task) {
        boolean changed = !all.isEmpty() && !(task instanceof InspectTask<?> inspection && inspection.onlyLooks());
        if (changed && due.compareAndSet(false, true)) {
            cell.platform().time().after(PAUSE, this::look);
        }
    }

    private void look() {
        InspectTask<ActorSnapshot> task = InspectTask.look("look for those who watch", running -> {
            due.set(false);
            return new Sight(running).all(nextNumber());
        });
        task.result().whenComplete((now, failure) -> {
            if (failure == null) {
                all.forEach(watching -> watching.changed(now));
            } else {
                due.set(false); // the actor ends, or its next instance says how it is
            }
        });
        if (cell.instance().filter(running -> running.submitUnlimited(task)).isEmpty()) {
            due.set(false);
        }
    }

    /** The generation has ended. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        all.forEach(Watching::end);
    }

    /**
     * One who watches, and what it has not heard yet.
     * <p>
     * Invariant: while {@code telling}, one thread hands over whatever is next; {@code newest} only becomes newer.
     */
    private final class Watching implements ActorInspection.Watch {

        private final ActorWatcher watcher;
        // guarded by this
        private ActorSnapshot newest;
        private long told;
        private boolean telling;
        private boolean ended;
        private boolean over;

        Watching(ActorWatcher watcher) {
            this.watcher = watcher;
        }

        void changed(ActorSnapshot now) {
            synchronized (this) {
                if (newest == null || now.number() > newest.number()) {
                    newest = now;
                }
            }
            tell();
        }

        void end() {
            all.remove(this);
            synchronized (this) {
                ended = true;
            }
            tell();
        }

        @Override
        public void close() {
            all.remove(this);
            synchronized (this) {
                over = true;
            }
        }

        private void tell() {
            synchronized (this) {
                if (telling || over) {
                    return;
                }
                telling = true;
            }
            cell.platform().actorThreads().execute(this::tellAll);
        }

        private void tellAll() {
            while (true) {
                ActorSnapshot next;
                synchronized (this) {
                    next = newest != null && newest.number() > told ? newest : null;
                    boolean last = next == null && ended;
                    if (over || next == null && !last) {
                        telling = false;
                        return;
                    }
                    over = last;
                    told = next == null ? told : next.number();
                }
                hand(next);
            }
        }

        private void hand(ActorSnapshot next) {
            try {
                if (next == null) {
                    watcher.ended();
                } else {
                    watcher.changed(next);
                }
            } catch (RuntimeException e) {
                log.warn("actor {}: somebody who watches it failed", cell.specifier(), e);
            }
        }
    }
}
