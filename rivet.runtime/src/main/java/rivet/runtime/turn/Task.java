package rivet.runtime.turn;

import rivet.error.RivetException;

/**
 * A piece of actor code: an action, a hook, forked work. It runs as one turn or, where it meets await points, as several. A task begins
 * once, on a thread that it keeps to its end.
 */
public abstract class Task {

    /** Where a task stands. */
    enum Stage {
        /** Waits for its first turn, or was never submitted. */
        NEW,
        /** Holds the turn, or was handed it. */
        RUNNING,
        /** Waits at an await point. */
        SUSPENDED,
        /** Its await is over and it waits for the turn. */
        RESUMED,
        /** Is over. */
        ENDED
    }

    private final String what;

    // guarded by the TurnOrder of the Turns that it was submitted to
    Stage stage = Stage.NEW;
    Thread thread;
    int awaits;
    RivetException interruption;

    /** Set by whoever hands the turn to this task while it is parked, cleared by its own thread. */
    volatile boolean granted;

    /**
     * Makes a task.
     *
     * @param what what it is, for people: {@code action increment}
     */
    protected Task(String what) {
        this.what = what;
    }

    /** Runs the code, on the thread that holds the turn. Never throws: what the code throws is dealt with here. */
    protected abstract void run();

    /** Returns what it is, for people. */
    public final String what() {
        return what;
    }

    @Override
    public final String toString() {
        return what;
    }
}
