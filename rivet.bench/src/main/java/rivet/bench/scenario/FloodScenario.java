package rivet.bench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.BenchException;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.Flood;
import rivet.bench.client.Histogram;
import rivet.bench.client.HttpCaller;
import rivet.bench.process.ServerProcess;

/**
 * Four clients that send changes to one actor as fast as their connections take them and wait for nothing, on a bounded heap; how long a call of another actor
 * takes meanwhile. Each of their calls has to be answered, with a result or {@code actor.overloaded}, and the actor must have counted the former.
 */
public record FloodScenario(String name) implements OnDemandScenario {

    /** Calls of those clients that were done, in a second. */
    public static final String DONE = "done";
    /** Calls of those clients that were refused, in a second. */
    public static final String REFUSED = "refused";

    private static final int CLIENTS = 4;

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        List<Flood> floods = new ArrayList<>();
        try (ServerProcess server = Heap.server(bed)) {
            ClientCodec codec = bed.codec();
            ActorAddress flooded = new ActorAddress("counter", bed.keys());
            Call increment = Call.of(server.url(), codec, flooded, 0, "increment", 1);
            for (int i = 0; i < CLIENTS; i++) {
                floods.add(Flood.open(server.url(), flooded, bed.encoding(), increment));
            }
            long start = System.nanoTime();
            floods.forEach(Flood::begin);
            Map<String, Double> values = beside(server, bed);
            long done = 0;
            long refused = 0;
            for (Flood flood : floods) {
                Flood.Answers answers = flood.end();
                check(answers);
                done += answers.done();
                refused += answers.all() - answers.done();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            values.put(DONE, done / seconds);
            values.put(REFUSED, refused / seconds);
            try (HttpCaller caller = HttpCaller.open(server.url(), codec)) {
                Check.equal("count", done + 1, caller.call(increment).number());
            }
            Heap.measure(server, values);
            return values;
        } finally {
            for (Flood flood : floods) {
                flood.close();
            }
        }
    }

    private static Map<String, Double> beside(ServerProcess server, Bed bed) throws Exception {
        ClientCodec codec = bed.codec();
        Call noop = Bed.calls(server.url(), codec, "counter", bed.keys(), 1, "noop").getFirst();
        Histogram latency = new Histogram();
        try (HttpCaller caller = HttpCaller.open(server.url(), codec)) {
            long warm = System.nanoTime() + bed.plan().warmUp().toNanos();
            long end = warm + bed.plan().window().toNanos();
            for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                long nanos = caller.call(noop).nanos();
                if (now > warm) {
                    latency.record(nanos);
                }
            }
        }
        return Values.latency(latency);
    }

    private static void check(Flood.Answers answers) {
        for (String error : answers.refused().keySet()) {
            if (!error.startsWith("actor.overloaded")) {
                throw new BenchException("a call of a flood ended with " + error);
            }
        }
        Check.equal("answers", answers.sent(), answers.all());
    }
}
