package rivet.runtime.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import rivet.inspect.Measure;

/** How long something took: counts in classes from a millisecond to a minute (R-met-3). */
final class Histogram {

    private static final List<Double> BOUNDS = List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0);
    private static final double NANOS = 1e9;

    private final LongAdder[] counts = new LongAdder[BOUNDS.size() + 1];
    private final LongAdder sum = new LongAdder();

    Histogram() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    void add(long nanos) {
        double seconds = nanos / NANOS;
        int at = 0;
        while (at < BOUNDS.size() && seconds > BOUNDS.get(at)) {
            at++;
        }
        counts[at].increment();
        sum.add(nanos);
    }

    boolean isEmpty() {
        for (LongAdder count : counts) {
            if (count.sum() > 0) {
                return false;
            }
        }
        return true;
    }

    Measure measure(String name, String help, Map<String, String> labels) {
        List<Long> read = new ArrayList<>(counts.length);
        for (LongAdder count : counts) {
            read.add(count.sum());
        }
        return new Measure.Durations(name, help, labels, BOUNDS, read, sum.sum() / NANOS);
    }
}
