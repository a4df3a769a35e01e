package rivet.inspector.page;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * An answer that stays open, for as long as the page reads it or until this side closes it.
 * <p>
 * Invariant, under {@code this}: it is over once, and {@link #ended} is called once, by whoever ends it.
 */
abstract class OpenAnswer implements AsyncListener {

    private final AsyncContext async;
    // guarded by this
    private boolean over;

    OpenAnswer(AsyncContext async) {
        this.async = async;
        async.setTimeout(0);
        async.addListener(this);
    }

    /** Returns where it is written. */
    final AsyncContext async() {
        return async;
    }

    /** Returns whether nothing is to be written any more. Under the lock of this. */
    final boolean isOver() {
        return over;
    }

    /** Writes on a thread of its own: the reader may be slow. */
    final void start(Runnable writing) {
        try {
            async.start(writing);
        } catch (IllegalStateException e) {
            end(); // it ended just now
        }
    }

    /** Finds out whether anybody reads. */
    abstract void ping();

    /** It is over: lets go of what feeds it. Without a lock. */
    abstract void ended();

    /** Ends it; the page opens another if it likes. */
    final void close() {
        if (end()) {
            async.complete();
        }
    }

    private boolean end() {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
        }
        ended();
        return true;
    }

    @Override
    public final void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public final void onTimeout(AsyncEvent event) {
        close();
    }

    @Override
    public final void onError(AsyncEvent event) {
        close();
    }

    @Override
    public final void onStartAsync(AsyncEvent event) {
        // happened before
    }
}
