package rivet.test.sim;

import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;

/** A virtual thread that runs when the simulation lets it. */
final class SimThread implements Executor {

    /** As the JDK says of threads that take over no inheritable thread locals. */
    private static final int NO_INHERIT_THREAD_LOCALS = 1 << 2;
    private static final Constructor<?> VIRTUAL_THREAD = constructor();

    private final SimProcess process;
    private final String name;
    private final Thread thread;
    private long priority;
    private int held;

    SimThread(SimProcess process, String name, Runnable code) {
        this.process = process;
        this.name = name;
        priority = process.scheduler().random(1_000_000);
        thread = make(this, name, code);
        UncaughtExceptionHandler handler = (t, thrown) -> process.scheduler().violated(thrown instanceof Violation violation ? violation
            : new Violation("thread " + name + " ended with " + thrown, thrown));
        thread.setUncaughtExceptionHandler(handler);
    }

    private static Constructor<?> constructor() {
        try {
            Constructor<?> found = Class.forName("java.lang.VirtualThread").getDeclaredConstructor(Executor.class, String.class, int.class, Runnable.class);
            found.setAccessible(true);
            return found;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the JVM needs --add-opens java.base/java.lang=ALL-UNNAMED, and virtual threads as JDK 25 has them", e);
        }
    }

    private static Thread make(Executor scheduler, String name, Runnable code) {
        try {
            return (Thread) VIRTUAL_THREAD.newInstance(scheduler, name, NO_INHERIT_THREAD_LOCALS, code);
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    void start() {
        thread.start();
    }

    SimProcess process() {
        return process;
    }

    Thread thread() {
        return thread;
    }

    String name() {
        return name;
    }

    long priority() {
        return priority;
    }

    void setPriority(long value) {
        priority = value;
    }

    /** Counts the monitors of the machine that it holds. */
    void hold(int change) {
        held += change;
    }

    boolean held() {
        return held > 0;
    }

    /** Takes the next piece of this thread, from the JDK. */
    @Override
    public void execute(Runnable piece) {
        process.scheduler().add(this, piece);
    }

    @Override
    public String toString() {
        return name;
    }
}
