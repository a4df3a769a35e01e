package rivet.bench.client;

import java.util.List;

/**
 * What was measured between two moments of a run.
 *
 * @param nanos how long it took
 * @param count what was done: replies, or events delivered
 * @param latency of every reply, in nanoseconds
 * @param serverCpu processor time of the server, in nanoseconds; 0 if unknown
 * @param clientCpu processor time of the thread that drives the load, in nanoseconds
 */
public record Window(long nanos, long count, Histogram latency, long serverCpu, long clientCpu) {

    /** Windows that follow each other as one. */
    public static Window join(List<Window> windows) {
        Histogram latency = new Histogram();
        windows.forEach(window -> latency.add(window.latency()));
        return new Window(windows.stream().mapToLong(Window::nanos).sum(), windows.stream().mapToLong(Window::count).sum(), latency,
            windows.stream().mapToLong(Window::serverCpu).sum(), windows.stream().mapToLong(Window::clientCpu).sum());
    }

    /** How much was done in a second. */
    public double rate() {
        return count * 1e9 / nanos;
    }
}
