package rivet.test.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Decides what runs next and what time it is. The thread that calls {@link #step} is the carrier of all simulated threads. */
final class Scheduler {

    /** A piece of a simulated thread that may run. */
    private record Ready(SimThread thread, Runnable piece) {}

    private static final long MOST_LATE = 50_000_000;

    private final SplittableRandom random;
    private final Trace trace;
    private final Thread carrier = Thread.currentThread();
    private final List<Ready> ready = new ArrayList<>();
    private final PriorityQueue<SimTimer> timers = new PriorityQueue<>(Comparator.comparingLong(SimTimer::due).thenComparingLong(SimTimer::number));
    private final boolean byPriority;
    private final int hurry;
    private final int pause;
    private long now;
    private long numbers;
    private long steps;
    private SimThread running;
    private Violation violation;
    private volatile Violation astray;

    Scheduler(SplittableRandom random, Trace trace) {
        this.random = random;
        this.trace = trace;
        byPriority = random.nextInt(3) == 0;
        hurry = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
        pause = new int[] { 0, 20, 100, 300 }[random.nextInt(4)];
    }

    /** Returns the time since the beginning, in nanoseconds. */
    long now() {
        return now;
    }

    long number() {
        return ++numbers;
    }

    Trace trace() {
        return trace;
    }

    long steps() {
        return steps;
    }

    /** Returns the thread that runs; null between two steps. */
    SimThread running() {
        return running;
    }

    int random(int bound) {
        return random.nextInt(bound);
    }

    /** Adds a line to the trace, with time and thread. */
    void say(String text) {
        trace.line("%10.4f %-28s %s".formatted(now / 1e9, running == null ? "-" : running.name(), text));
    }

    /** Tells what must not have happened; the first is kept. */
    void violated(Violation what) {
        if (violation == null) {
            say("VIOLATION: " + what.getMessage());
            violation = what;
        }
    }

    void throwViolation() {
        if (astray != null) {
            throw astray;
        }
        if (violation != null) {
            throw violation;
        }
    }

    /** A piece of a thread may run from now on. */
    void add(SimThread thread, Runnable piece) {
        Thread current = Thread.currentThread();
        if (current != carrier && (running == null || current != running.thread())) {
            // a simulated thread waited for a monitor of the machine, whose end no seed decides
            astray = new Violation(thread + " was woken by " + current);
            throw astray;
        }
        ready.add(new Ready(thread, piece));
    }

    /** Lets the running thread lose its carrier now and then. Without effect outside of simulated threads. */
    void pause() {
        if (running != null && pause > 0 && random.nextInt(1_000) < pause) {
            Thread.yield();
        }
    }

    SimTimer timer(SimProcess process, Duration delay, Runnable action) {
        SimTimer timer = new SimTimer(this, process, now + Math.max(0, delay.toNanos()), number(), action);
        timers.add(timer);
        return timer;
    }

    void forgetAll(SimProcess process) {
        timers.removeIf(timer -> timer.process() == process);
    }

    void forget(SimTimer timer) {
        timers.remove(timer);
    }

    /** When the next timer goes off; the largest number if none will. */
    private long nextTimer() {
        return timers.isEmpty() ? Long.MAX_VALUE : timers.peek().due();
    }

    /** Lets one thing happen; returns false if there is nothing. */
    boolean step() {
        steps++;
        ready.removeIf(r -> !r.thread.process().alive());
        // a machine that is busy lets timers go off late, and its threads be late
        boolean late = hurry > 0 && nextTimer() - now < MOST_LATE && random.nextInt(1_000) < hurry;
        if (!ready.isEmpty() && !late) {
            now += 1_000 + random.nextInt(20_000);
            run(pick());
            return true;
        }
        SimTimer timer = timers.poll();
        if (timer == null) {
            return false;
        }
        now = Math.max(now, timer.due());
        timer.goOff();
        return true;
    }

    private Ready pick() {
        int index = random.nextInt(ready.size());
        if (byPriority) {
            for (int i = 0; i < ready.size(); i++) {
                index = ready.get(i).thread.priority() > ready.get(index).thread.priority() ? i : index;
            }
            if (random.nextInt(20) == 0) {
                ready.get(index).thread.setPriority(-steps);
            }
        }
        Ready picked = ready.get(index);
        ready.set(index, ready.getLast());
        ready.removeLast();
        return picked;
    }

    private void run(Ready next) {
        trace.mix(next.thread.name());
        running = next.thread;
        try {
            next.piece.run();
        } finally {
            running = null;
        }
    }
}
