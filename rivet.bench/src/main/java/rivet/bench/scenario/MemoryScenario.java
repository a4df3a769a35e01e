package rivet.bench.scenario;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.HttpCaller;
import rivet.bench.process.ServerProcess;

/**
 * Resident memory of a new server: after its first action, and for each further actor that is awake. The latter is the
 * slope between N and 2 N actors, each time after a full collection and with a warm server, so that neither warm-up nor
 * garbage counts.
 *
 * @param asleep whether the actors are told to sleep before it is measured
 */
public record MemoryScenario(String name, boolean asleep) implements Scenario {

    /** After the first action, in bytes. */
    public static final String PLATFORM = "platform";
    /** For each awake actor, in bytes. */
    public static final String PER_ACTOR = "perActor";
    /** For each awake actor what exceeds the database handles that it added, in bytes. */
    public static final String BEYOND_HANDLE = "beyondHandle";
    /** Open files and sockets with all actors awake. */
    public static final String DESCRIPTORS = "descriptors";

    private static final int COLLECTIONS = 4;
    private static final long FALL_ASLEEP_MILLIS = 2_000;

    /** What a database handle takes with a small page cache, and how many descriptors (performance.md). */
    private static final double HANDLE_BYTES = 32 << 10;
    private static final double HANDLE_DESCRIPTORS = 3;

    @Override
    public boolean startsServers() {
        return true;
    }

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        try (ServerProcess server = bed.target().extra()) {
            bed.target().awaitAnswer(server);
            return measure(server, bed);
        }
    }

    private Map<String, Double> measure(ServerProcess server, Bed bed) throws IOException, InterruptedException {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(PLATFORM, (double) server.residentBytes());
        ClientCodec codec = bed.codec();
        int actors = bed.actors();
        String keys = bed.keys();
        List<Call> increments = Bed.calls(server.url(), codec, "counter", keys, 2 * actors, "increment", 1);
        List<Call> sleeps = Bed.calls(server.url(), codec, "counter", keys, 2 * actors, "goSleep");
        try (HttpCaller caller = HttpCaller.open(server.url(), codec)) {
            wake(caller, increments.subList(0, actors));
            long end = System.nanoTime() + bed.plan().window().toNanos();
            for (int i = 0; System.nanoTime() < end; i++) {
                caller.call(increments.get(i % actors));
            }
            rest(caller, sleeps.subList(0, actors));
            double half = resident(server);
            double descriptors = server.descriptors();
            wake(caller, increments.subList(actors, 2 * actors));
            rest(caller, sleeps.subList(actors, 2 * actors));
            double perActor = (resident(server) - half) / actors;
            values.put(PER_ACTOR, perActor);
            values.put(BEYOND_HANDLE, perActor - (server.descriptors() - descriptors) / actors / HANDLE_DESCRIPTORS * HANDLE_BYTES);
            values.put(DESCRIPTORS, (double) server.descriptors());
        }
        return values;
    }

    private static void wake(HttpCaller caller, List<Call> increments) throws IOException {
        for (Call increment : increments) {
            Check.equal("first count", 1, caller.call(increment).number());
        }
    }

    private void rest(HttpCaller caller, List<Call> sleeps) throws IOException, InterruptedException {
        if (asleep) {
            for (Call sleep : sleeps) {
                caller.call(sleep);
            }
            TimeUnit.MILLISECONDS.sleep(FALL_ASLEEP_MILLIS);
        }
    }

    /** A collector gives memory back in steps: the least after several collections counts. */
    private static double resident(ServerProcess server) throws IOException, InterruptedException {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            server.collect();
            least = Math.min(least, server.residentBytes());
        }
        return least;
    }
}
