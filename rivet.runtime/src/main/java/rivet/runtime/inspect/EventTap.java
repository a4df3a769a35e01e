package rivet.runtime.inspect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.inspect.ActorEvent;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorInspection;
import rivet.inspect.EventFilter;
import rivet.inspect.EventWatcher;

/**
 * Hands what happens in actors to those who watch. Actors ask {@link #isOpen} before they gather anything, which is one read of a field while nobody watches; telling
 * never blocks.
 */
public final class EventTap implements ActorEvents {

    private static final Logger log = LoggerFactory.getLogger(EventTap.class);
    /** So many are handed over at once. */
    private static final int MOST_AT_ONCE = 200;

    private final Executor threads;
    private final List<Watching> all = new CopyOnWriteArrayList<>();
    /** Whether {@code all} has somebody; written under the monitor with it. */
    private volatile boolean open;

    /**
     * Makes one that nobody watches.
     *
     * @param threads calls the watchers
     */
    public EventTap(Executor threads) {
        this.threads = threads;
    }

    /** Returns whether anybody watches. */
    public boolean isOpen() {
        return open;
    }

    /** Something has happened. */
    public void tell(ActorEvent event) {
        all.forEach(watching -> watching.tell(event));
    }

    @Override
    public ActorInspection.Watch watch(EventFilter filter, EventWatcher watcher) {
        Watching watching = new Watching(filter, watcher);
        synchronized (this) {
            all.add(watching);
            open = true;
        }
        return watching;
    }

    private synchronized void forget(Watching watching) {
        all.remove(watching);
        open = !all.isEmpty();
    }

    /**
     * One who watches, and what it has not heard yet.
     * <p>
     * Invariant: while {@code telling}, one thread hands over what is in {@code waiting}; every event that matches is either handed over, in order, or counted in the
     * {@code missed} of the one that is handed over after it.
     */
    private final class Watching implements ActorInspection.Watch {

        private final EventFilter filter;
        private final EventWatcher watcher;
        // guarded by this
        private final Deque<ActorEvent> waiting = new ArrayDeque<>();
        private long missed;
        private boolean telling;
        private boolean over;

        Watching(EventFilter filter, EventWatcher watcher) {
            this.filter = filter;
            this.watcher = watcher;
        }

        /** The oldest make room: who looks wants to see what happens now. */
        void tell(ActorEvent event) {
            if (!filter.matches(event)) {
                return;
            }
            synchronized (this) {
                if (over) {
                    return;
                }
                if (waiting.size() == KEPT) {
                    waiting.removeFirst();
                    missed++;
                }
                waiting.addLast(event);
                if (telling) {
                    return;
                }
                telling = true;
            }
            threads.execute(this::handAll);
        }

        private void handAll() {
            List<ActorEvent> next = new ArrayList<>();
            while (true) {
                long left;
                next.clear();
                synchronized (this) {
                    if (over || waiting.isEmpty()) {
                        telling = false;
                        return;
                    }
                    for (int i = Math.min(MOST_AT_ONCE, waiting.size()); i > 0; i--) {
                        next.add(waiting.removeFirst());
                    }
                    left = missed;
                    missed = 0;
                }
                hand(List.copyOf(next), left);
            }
        }

        private void hand(List<ActorEvent> events, long left) {
            try {
                watcher.happened(events, left);
            } catch (RuntimeException e) {
                log.warn("somebody who watches events failed, and hears no more", e);
                close();
            }
        }

        @Override
        public void close() {
            forget(this);
            synchronized (this) {
                over = true;
                waiting.clear();
            }
        }
    }
}
