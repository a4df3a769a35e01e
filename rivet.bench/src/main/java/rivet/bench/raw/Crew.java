package rivet.bench.raw;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import rivet.bench.client.Histogram;

/** Some platform threads that repeat something for a while and time each repetition. */
final class Crew {

    /** What a thread repeats. */
    interface Work {

        /** Does it once and returns for how many it counts. */
        int once() throws Exception;
    }

    private record Share(long count, long nanos, Histogram latency) {
    }

    private Crew() {
    }

    /** Runs one thread for each element of {@code work}. */
    static Map<String, Double> run(List<Work> work, Duration warmUp, Duration length) throws Exception {
        List<Callable<Share>> shares = new ArrayList<>();
        for (Work each : work) {
            shares.add(() -> {
                repeat(each, warmUp.toNanos());
                return repeat(each, length.toNanos());
            });
        }
        double rate = 0;
        Histogram latency = new Histogram();
        try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
            for (Future<Share> future : threads.invokeAll(shares)) {
                Share share = future.get();
                rate += share.count * 1e9 / share.nanos;
                latency.add(share.latency);
            }
        }
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("rate", rate);
        values.put("p50", latency.quantile(0.5) / 1e3);
        values.put("p99", latency.quantile(0.99) / 1e3);
        return values;
    }

    private static Share repeat(Work work, long length) throws Exception {
        Histogram latency = new Histogram();
        long count = 0;
        long start = System.nanoTime();
        long now = start;
        while (now - start < length) {
            count += work.once();
            long done = System.nanoTime();
            latency.record(done - now);
            now = done;
        }
        return new Share(count, now - start, latency);
    }
}
