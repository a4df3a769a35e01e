package rivet.bench.scenario;

import java.util.LinkedHashMap;
import java.util.Map;

import rivet.bench.client.Histogram;
import rivet.bench.client.Window;

/** The names under which results are kept. */
public final class Values {

    /** Done in a second. */
    public static final String RATE = "rate";
    /** Median latency in microseconds. */
    public static final String P50 = "p50";
    public static final String P99 = "p99";
    public static final String MAX = "max";
    /** How much was done while measuring. */
    public static final String COUNT = "count";
    /** Processor time of the server for one of them, in microseconds. */
    public static final String SERVER_CPU = "serverCpu";
    /** Share of one processor that the load client used, 1 for all of it. */
    public static final String CLIENT_SHARE = "clientShare";

    /** What is live on the server's heap at the end, in bytes. */
    public static final String LIVE = "live";
    /** What is resident of the server at the end, in bytes. */
    public static final String RESIDENT = "resident";

    private Values() {
    }

    static Map<String, Double> of(Window window) {
        Map<String, Double> values = latency(window.latency());
        values.put(RATE, window.rate());
        values.put(COUNT, (double) window.count());
        values.put(SERVER_CPU, window.serverCpu() / 1e3 / Math.max(1, window.count()));
        values.put(CLIENT_SHARE, window.clientCpu() / (double) window.nanos());
        return values;
    }

    static Map<String, Double> latency(Histogram nanos) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(P50, nanos.quantile(0.5) / 1e3);
        values.put(P99, nanos.quantile(0.99) / 1e3);
        values.put(MAX, nanos.max() / 1e3);
        return values;
    }
}
