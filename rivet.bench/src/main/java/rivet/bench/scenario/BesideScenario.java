package rivet.bench.scenario;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.Histogram;
import rivet.bench.client.HttpCaller;
import rivet.bench.process.ServerProcess;

/** How long a small action of one actor takes while 1,000 others commit: one call after the other, beside a load of changes. */
public record BesideScenario(String name) implements Scenario {

    private static final int OTHERS = 1_000;
    private static final int IN_FLIGHT = 64;

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        AtomicBoolean loaded = new AtomicBoolean();
        AtomicBoolean over = new AtomicBoolean();
        Histogram latency = new Histogram();
        Background background = new Background(() -> call(bed, loaded, over, latency));
        Map<String, Double> others;
        try {
            ActionScenario load = new ActionScenario(name, ActionScenario.Action.INCREMENT, true, OTHERS, IN_FLIGHT);
            double[] rate = new double[1];
            load.run(bed, window -> {
                // the first window wakes all of them
                boolean first = loaded.compareAndSet(false, true);
                rate[0] = window.rate();
                return first;
            });
            others = Map.of(Values.RATE, rate[0]);
        } finally {
            over.set(true);
        }
        background.join();
        Map<String, Double> values = Values.latency(latency);
        values.putAll(others);
        return values;
    }

    private static void call(Bed bed, AtomicBoolean loaded, AtomicBoolean over, Histogram latency) throws Exception {
        ServerProcess server = bed.target().running();
        ClientCodec codec = bed.codec();
        List<Call> noop = Bed.calls(server.url(), codec, "counter", bed.keys(), 1, "noop");
        try (HttpCaller caller = HttpCaller.open(server.url(), codec)) {
            while (!over.get()) {
                long nanos = caller.call(noop.getFirst()).nanos();
                if (loaded.get()) {
                    latency.record(nanos);
                }
            }
        }
    }
}
