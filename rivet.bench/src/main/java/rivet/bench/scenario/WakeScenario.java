package rivet.bench.scenario;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import rivet.bench.client.BenchException;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.Histogram;
import rivet.bench.client.HttpCaller;
import rivet.bench.client.HttpCaller.Answer;
import rivet.bench.process.ServerProcess;

/**
 * The first action after a sleep, one actor at a time and nothing else going on. That an actor did sleep is seen from its
 * generation, if the server says it; calls that found it awake do not count.
 */
public record WakeScenario(String name) implements Scenario {

    private static final int ACTORS = 50;
    private static final long FALL_ASLEEP_MILLIS = 300;

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        ServerProcess server = bed.target().running();
        ClientCodec codec = bed.codec();
        String keys = bed.keys();
        List<Call> increments = Bed.calls(server.url(), codec, "counter", keys, ACTORS, "increment", 1);
        List<Call> sleeps = Bed.calls(server.url(), codec, "counter", keys, ACTORS, "goSleep");
        List<Call> gets = Bed.calls(server.url(), codec, "counter", keys, ACTORS, "get");
        Histogram latency = new Histogram();
        int calls = 0;
        try (HttpCaller caller = HttpCaller.open(server.url(), codec)) {
            for (Call increment : increments) {
                caller.call(increment);
            }
            long start = System.nanoTime();
            // the first round is for warming up
            for (int round = 0; round <= 1 || System.nanoTime() - start < bed.plan().window().toNanos(); round++) {
                round(caller, sleeps, gets, round == 0 ? new Histogram() : latency);
                calls += round == 0 ? 0 : ACTORS;
            }
        }
        if (latency.count() < calls / 2) {
            throw new BenchException("of %d actors told to sleep only %d did".formatted(calls, latency.count()));
        }
        Map<String, Double> values = Values.latency(latency);
        values.put(Values.COUNT, (double) latency.count());
        return values;
    }

    private static void round(HttpCaller caller, List<Call> sleeps, List<Call> gets, Histogram latency)
        throws IOException, InterruptedException {
        long[] before = new long[ACTORS];
        for (int i = 0; i < ACTORS; i++) {
            before[i] = caller.call(sleeps.get(i)).generation();
        }
        TimeUnit.MILLISECONDS.sleep(FALL_ASLEEP_MILLIS);
        for (int i = 0; i < ACTORS; i++) {
            Answer answer = caller.call(gets.get(i));
            Check.equal("count after a sleep", 1, answer.number());
            if (answer.generation() == 0 || answer.generation() > before[i]) {
                latency.record(answer.nanos());
            }
        }
    }
}
