package rivet.bench.client;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/** The clocks of a {@link Window}, read when it begins. Used by the thread that drives the load. */
final class Stopwatch {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LongSupplier serverCpu;
    private final long serverStart;
    private final long clientStart;
    private final long start;

    Stopwatch(LongSupplier serverCpu) {
        this.serverCpu = serverCpu;
        serverStart = serverCpu.getAsLong();
        clientStart = THREADS.getCurrentThreadCpuTime();
        start = System.nanoTime();
    }

    /** When the window began, by {@link System#nanoTime}. */
    long start() {
        return start;
    }

    /** Ends the window. */
    Window stop(long count, Histogram latency) {
        long nanos = System.nanoTime() - start;
        return new Window(nanos, count, latency, serverCpu.getAsLong() - serverStart, THREADS.getCurrentThreadCpuTime() - clientStart);
    }
}
