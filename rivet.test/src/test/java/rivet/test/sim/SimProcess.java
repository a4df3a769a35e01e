package rivet.test.sim;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import rivet.runtime.time.Time;

/** A process that can be killed: threads and timers that end with it, in the middle of what they do. */
final class SimProcess implements Time {

    private static final Instant BEGINNING = Instant.parse("2030-01-01T00:00:00Z");

    private final Scheduler scheduler;
    private final String name;
    private final Set<SimThread> threads = new LinkedHashSet<>();
    private final Set<SimTimer> timers = new LinkedHashSet<>();
    private final ArrayDeque<SimTimer> wentOff = new ArrayDeque<>();
    private final Clock clock = new VirtualClock();
    private boolean alive = true;
    private boolean timerThread;
    private int count;

    SimProcess(Scheduler scheduler, String name) {
        this.scheduler = scheduler;
        this.name = name;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    String name() {
        return name;
    }

    boolean alive() {
        return alive;
    }

    /** Nothing of it runs any more. */
    void kill() {
        alive = false;
        threads.clear();
        timers.clear();
        wentOff.clear();
        scheduler.forgetAll(this);
    }

    /** Runs code on a thread of its own. */
    void start(String what, Runnable code) {
        if (!alive) {
            return;
        }
        SimThread[] self = new SimThread[1];
        self[0] = new SimThread(this, name + "/" + what + "-" + ++count, () -> {
            try {
                code.run();
            } finally {
                threads.remove(self[0]);
            }
        });
        threads.add(self[0]);
        self[0].start();
    }

    /** Returns the threads that have not ended. */
    List<SimThread> threads() {
        return List.copyOf(threads);
    }

    /** Returns the timers that may still go off. */
    List<SimTimer> timers() {
        return List.copyOf(timers);
    }

    /** Holds the calling thread up, which must be one of this process. */
    void sleep(long nanos) {
        boolean[] over = new boolean[1];
        Thread thread = Thread.currentThread();
        scheduler.timer(this, Duration.ofNanos(nanos), () -> {
            over[0] = true;
            LockSupport.unpark(thread);
        }).asWakeUp();
        boolean interrupted = false;
        while (!over[0]) {
            LockSupport.park();
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            thread.interrupt();
        }
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public long nanos() {
        return scheduler.now();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        SimTimer timer = scheduler.timer(this, delay, action);
        timers.add(timer);
        return timer;
    }

    void forget(SimTimer timer) {
        timers.remove(timer);
        wentOff.remove(timer);
        scheduler.forget(timer);
    }

    /** As on a real machine, one thread runs all timers, one after the other. */
    void timerWentOff(SimTimer timer) {
        if (!alive) {
            return;
        }
        if (timer.isWakeUp()) {
            timer.run();
            return;
        }
        wentOff.add(timer);
        if (!timerThread) {
            timerThread = true;
            start("timer", this::runTimers);
        }
    }

    private void runTimers() {
        for (SimTimer timer = wentOff.poll(); timer != null; timer = wentOff.poll()) {
            timers.remove(timer);
            timer.run();
        }
        timerThread = false;
    }

    @Override
    public String toString() {
        return name;
    }

    private final class VirtualClock extends Clock {

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return BEGINNING.plusNanos(scheduler.now());
        }
    }
}
