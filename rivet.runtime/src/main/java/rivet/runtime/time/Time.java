package rivet.runtime.time;

import java.time.Clock;
import java.time.Duration;

/**
 * All that the runtime knows of time. There is one real implementation and a virtual one in tests; nothing else in the runtime
 * reads a clock or waits.
 */
public interface Time {

    /** A timer that was set. */
    interface Timer {

        /** Makes sure that it does not go off any more, if it has not yet. */
        void cancel();
    }

    /** Returns the wall clock. */
    Clock clock();

    /** Returns a time that never goes back, in nanoseconds since some moment. */
    long nanos();

    /**
     * Runs something later, on the timer's own thread, which must not be held up. What it throws is logged.
     */
    Timer after(Duration delay, Runnable action);
}
