package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

import rivet.actor.AbortSignal;

/**
 * An abort signal. One that has a parent is given when its parent is.
 * <p>
 * Invariant, under {@code this}: each listener is handed over once: by {@link #onAbort} if {@code given}, else by {@link #give}.
 */
final class Signal implements AbortSignal {

    private final Executor turns;
    private final Optional<Signal> parent;
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean given;

    /**
     * Makes a signal.
     *
     * @param turns runs listeners in turns of the actor
     */
    Signal(Executor turns, Optional<Signal> parent) {
        this.turns = turns;
        this.parent = parent;
    }

    @Override
    public boolean aborted() {
        synchronized (this) {
            if (given) {
                return true;
            }
        }
        return parent.isPresent() && parent.get().aborted();
    }

    @Override
    public void onAbort(Runnable listener) {
        Once once = new Once(listener);
        parent.ifPresent(p -> p.onAbort(once));
        synchronized (this) {
            if (!given) {
                listeners.add(once);
                return;
            }
        }
        turns.execute(once);
    }

    void give() {
        List<Runnable> all;
        synchronized (this) {
            given = true;
            all = List.copyOf(listeners);
            listeners.clear();
        }
        all.forEach(turns::execute);
    }

    /** A listener that is registered with a signal and its parent. Runs in turns only, so it needs no lock. */
    private static final class Once implements Runnable {

        private final Runnable listener;
        private boolean done;

        Once(Runnable listener) {
            this.listener = listener;
        }

        @Override
        public void run() {
            if (!done) {
                done = true;
                listener.run();
            }
        }
    }
}
