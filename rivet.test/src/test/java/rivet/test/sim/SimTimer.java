package rivet.test.sim;

import rivet.runtime.time.Time;

/** A timer of the virtual clock. */
final class SimTimer implements Time.Timer {

    private final Scheduler scheduler;
    private final SimProcess process;
    private final long due;
    private final long number;
    private final Runnable action;
    private boolean wakeUp;

    SimTimer(Scheduler scheduler, SimProcess process, long due, long number, Runnable action) {
        this.scheduler = scheduler;
        this.process = process;
        this.due = due;
        this.number = number;
        this.action = action;
    }

    SimProcess process() {
        return process;
    }

    long due() {
        return due;
    }

    long number() {
        return number;
    }

    /** Its time has come: it waits for the timer thread of its process. */
    void goOff() {
        process.timerWentOff(this);
    }

    /** Makes it one that only wakes a thread, which needs no thread of timers. */
    void asWakeUp() {
        wakeUp = true;
    }

    boolean isWakeUp() {
        return wakeUp;
    }

    void run() {
        action.run();
    }

    @Override
    public void cancel() {
        scheduler.pause();
        process.forget(this);
    }

    @Override
    public String toString() {
        return action.getClass().getName().replaceFirst("/0x.*", "") + " due at " + due / 1e9;
    }
}
