package rivet.bench.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The closed loop: keeps a number of calls in flight over some links, sends the next one when a reply arrived, and in the
 * end waits for all of them. Connections take turns. One thread, no allocation while it measures.
 */
public final class LoadLoop {

    private final List<? extends Link> links;
    private final Load load;
    private final int inFlight;
    private final LongSupplier serverCpu;
    private final Sink replies = new Replies();
    private int outstanding;
    private int cursor;
    private Histogram latency = new Histogram();

    /** @param serverCpu processor time that the server has used so far, in nanoseconds */
    public LoadLoop(List<? extends Link> links, int inFlight, Load load, LongSupplier serverCpu) {
        this.links = links;
        this.inFlight = inFlight;
        this.load = load;
        this.serverCpu = serverCpu;
    }

    /** Runs one window and returns it. */
    public Window run(Plan plan) throws IOException {
        List<Window> windows = new ArrayList<>();
        run(plan, window -> {
            windows.add(window);
            return false;
        });
        return windows.getFirst();
    }

    /**
     * Runs windows one after the other without a pause.
     *
     * @param more is handed each complete window and says whether another one shall follow
     */
    public void run(Plan plan, Predicate<Window> more) throws IOException {
        try (Poller poller = new Poller(links)) {
            turn(poller, System.nanoTime() + plan.warmUp().toNanos());
            latency = new Histogram();
            boolean goOn = true;
            while (goOn) {
                goOn = more.test(window(poller, plan.window().toNanos()));
            }
            while (outstanding > 0) {
                poller.poll(replies);
                poller.flush();
            }
        }
    }

    private Window window(Poller poller, long length) throws IOException {
        Stopwatch watch = new Stopwatch(serverCpu);
        turn(poller, watch.start() + length);
        Window window = watch.stop(latency.count(), latency);
        // what is still in flight belongs to no window
        latency = new Histogram();
        return window;
    }

    private void turn(Poller poller, long end) throws IOException {
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            refill(now);
            poller.flush();
            poller.poll(replies);
        }
    }

    private void refill(long now) {
        int busy = 0;
        while (outstanding < inFlight && busy < links.size()) {
            Link link = links.get(cursor);
            cursor = cursor + 1 == links.size() ? 0 : cursor + 1;
            if (link.free()) {
                link.send(load.next(link.index()), now);
                outstanding++;
                busy = 0;
            } else {
                busy++;
            }
        }
    }

    private final class Replies implements Sink {

        @Override
        public void reply(Link link, Call call, long sentAt, Reply reply) {
            outstanding--;
            latency.record(System.nanoTime() - sentAt);
            load.reply(call, reply);
        }

        @Override
        public void event(Link link, Reply reply) {
            throw new BenchException("event " + reply.text() + " that nobody subscribed to");
        }
    }
}
