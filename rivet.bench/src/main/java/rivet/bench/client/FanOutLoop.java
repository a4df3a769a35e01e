package rivet.bench.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Broadcasts: one caller, many listeners. At most two calls are on their way, so that neither side waits for the other and
 * nothing piles up. Every listener must get every event of every call in order. One thread.
 */
public final class FanOutLoop {

    private static final int CALLS = 2;

    private final WsLink caller;
    private final List<WsLink> listeners;
    private final Call call;
    private final int perCall;
    private final long[] received;
    private final Sink sink = new Deliveries();
    private Histogram latency = new Histogram();
    private double firstIndex = Double.NaN;
    private long calls;
    private long replies;
    private long delivered;

    /**
     * @param listeners indexed from 0, subscribed
     * @param call the broadcast
     * @param perCall how many events it makes for each listener; their first argument counts from 0 or from 1
     */
    public FanOutLoop(WsLink caller, List<WsLink> listeners, Call call, int perCall) {
        this.caller = caller;
        this.listeners = listeners;
        this.call = call;
        this.perCall = perCall;
        received = new long[listeners.size()];
    }

    /** Runs one window, which counts events; its latency is that of the calls. */
    public Window run(Plan plan, LongSupplier serverCpu) throws IOException {
        List<WsLink> all = new ArrayList<>(listeners);
        all.add(caller);
        try (Poller poller = new Poller(all)) {
            turn(poller, System.nanoTime() + plan.warmUp().toNanos());
            latency = new Histogram();
            long before = delivered;
            Stopwatch watch = new Stopwatch(serverCpu);
            turn(poller, watch.start() + plan.window().toNanos());
            Window window = watch.stop(delivered - before, latency);
            latency = new Histogram();
            while (replies < calls || delivered < expected(calls)) {
                poller.poll(sink);
            }
            return window;
        }
    }

    private long expected(long ofCalls) {
        return ofCalls * perCall * listeners.size();
    }

    private void turn(Poller poller, long end) throws IOException {
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            while (calls - replies < CALLS && delivered > expected(calls - CALLS)) {
                caller.send(call, now);
                calls++;
            }
            poller.flush();
            poller.poll(sink);
        }
    }

    private final class Deliveries implements Sink {

        @Override
        public void reply(Link link, Call answered, long sentAt, Reply reply) {
            replies++;
            latency.record(System.nanoTime() - sentAt);
        }

        @Override
        public void event(Link link, Reply reply) {
            if (Double.isNaN(firstIndex)) {
                firstIndex = reply.number();
            }
            double expected = firstIndex + received[link.index()]++ % perCall;
            if (reply.number() != expected || firstIndex < 0 || firstIndex > 1) {
                throw new BenchException("event %s where %s was due on connection %d".formatted(reply.number(), expected, link.index()));
            }
            delivered++;
        }
    }
}
