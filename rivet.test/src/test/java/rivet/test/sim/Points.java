package rivet.test.sim;

import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * What the runtime's code calls after {@link Weaving}: at points at which a thread of a real machine could be overtaken, a simulated one may lose its carrier. Its
 * monitors are simulated for that reason; a real one would hold up the carrier, and wake its waiters by a thread of its own.
 */
public final class Points {

    /** A monitor that is held. */
    private static final class Monitor {

        private final SimThread owner;
        private final ArrayDeque<Thread> waiters = new ArrayDeque<>();
        private int depth = 1;

        Monitor(SimThread owner) {
            this.owner = owner;
        }
    }

    /** The run that this class loader is used for now. There is one at a time, and class files cannot be given anything but statics. */
    private static volatile Scheduler scheduler;
    private static final Map<Object, Monitor> held = new IdentityHashMap<>();

    private Points() {}

    /** Begins or ends a run. */
    static void use(Scheduler next) {
        scheduler = next;
        held.clear();
    }

    private static SimThread current() {
        Scheduler now = scheduler;
        return now == null || now.running() == null || now.running().thread() != Thread.currentThread() ? null : now.running();
    }

    /** Adds a line of the runtime's log to the trace. */
    static void log(String line) {
        Scheduler now = scheduler;
        if (now != null) {
            now.say("log: " + line);
        }
    }

    /** A point at which another thread may come in between. */
    public static void pause() {
        SimThread current = current();
        if (current != null && !current.held()) {
            current.process().scheduler().pause();
        }
    }

    /** The thread is about to hold a monitor of the machine: it must not lose its carrier. */
    public static void hold() {
        SimThread current = current();
        if (current != null) {
            current.hold(1);
        }
    }

    /** The thread holds it no longer. */
    public static void release() {
        SimThread current = current();
        if (current != null) {
            current.hold(-1);
        }
    }

    /** Takes the monitor of an object. */
    public static void enter(Object object) {
        SimThread current = current();
        if (current == null) {
            return;
        }
        pause();
        boolean interrupted = false;
        for (Monitor monitor = held.get(object); monitor != null; monitor = held.get(object)) {
            if (monitor.owner == current) {
                monitor.depth++;
                return;
            }
            monitor.waiters.add(current.thread());
            LockSupport.park(monitor);
            interrupted |= Thread.interrupted();
        }
        held.put(object, new Monitor(current));
        if (interrupted) {
            current.thread().interrupt();
        }
    }

    /** Gives it back. */
    public static void exit(Object object) {
        SimThread current = current();
        if (current == null) {
            return;
        }
        Monitor monitor = held.get(object);
        if (--monitor.depth == 0) {
            held.remove(object);
            monitor.waiters.forEach(LockSupport::unpark);
            pause();
        }
    }
}
