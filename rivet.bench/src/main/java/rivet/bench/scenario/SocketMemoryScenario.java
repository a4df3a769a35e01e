package rivet.bench.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.BenchException;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.HttpCaller;
import rivet.bench.client.WsLink;
import rivet.bench.process.ServerProcess;

/**
 * Memory of a new server for each connection whose actor sleeps: what is added by twice {@link Bed#actors} of them, each to an actor of its own that was there and asleep
 * before, on a server that some connections have warmed up. In the end they have to be alive.
 */
public record SocketMemoryScenario(String name) implements OnDemandScenario {

    /** For each connection what is live on the heap, in bytes. */
    public static final String HEAP = "socketHeap";
    /** For each connection what is resident, in bytes. */
    public static final String RESIDENT = "socketResident";

    private static final int WARM = 1_000;
    private static final int COLLECTIONS = 4;
    private static final int CREW = 16;
    private static final int PROBES = 50;
    private static final long FALL_ASLEEP_MILLIS = 3_000;

    /** What is used at a time. */
    private record Use(double heap, double resident) {
    }

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        WsLink[] links = new WsLink[WARM + 2 * bed.actors()];
        try (ServerProcess server = bed.target().extra()) {
            bed.target().awaitAnswer(server);
            return measure(server, bed, links);
        } finally {
            Bed.close(Stream.of(links).filter(Objects::nonNull).toList());
        }
    }

    private static Map<String, Double> measure(ServerProcess server, Bed bed, WsLink[] links) throws Exception {
        String keys = bed.keys();
        int sockets = links.length - WARM;
        long[] generations = new long[links.length];
        List<Call> sleeps = Bed.calls(server.url(), bed.codec(), "counter", keys, links.length, "goSleep");
        each(server, bed, 0, links.length, (caller, codec, i) -> caller.call(sleeps.get(i)));
        OneOfMany connect = (caller, codec, i) -> {
            links[i] = WsLink.small(server.url(), new ActorAddress("counter", keys + i), codec, i);
            generations[i] = caller.call(sleeps.get(i)).generation();
        };
        each(server, bed, 0, WARM, connect);
        TimeUnit.MILLISECONDS.sleep(FALL_ASLEEP_MILLIS);
        Use before = use(server);
        each(server, bed, WARM, links.length, connect);
        TimeUnit.MILLISECONDS.sleep(FALL_ASLEEP_MILLIS);
        Use after = use(server);
        probe(server, bed, List.of(links).subList(WARM, links.length), generations, Bed.calls(server.url(), bed.codec(), "counter", keys, links.length, "increment", 1));
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(HEAP, (after.heap - before.heap) / sockets);
        values.put(RESIDENT, (after.resident - before.resident) / sockets);
        return values;
    }

    /** What is done for one actor of many. */
    private interface OneOfMany {
        void run(HttpCaller caller, ClientCodec codec, int actor) throws IOException;
    }

    private static void each(ServerProcess server, Bed bed, int from, int to, OneOfMany work) throws Exception {
        AtomicInteger next = new AtomicInteger(from);
        List<Background> crew = new ArrayList<>();
        for (int i = 0; i < CREW; i++) {
            crew.add(new Background(() -> {
                ClientCodec codec = bed.codec();
                try (HttpCaller caller = HttpCaller.open(server.url(), codec)) {
                    for (int actor = next.getAndIncrement(); actor < to; actor = next.getAndIncrement()) {
                        work.run(caller, codec, actor);
                    }
                }
            }));
        }
        for (Background one : crew) {
            one.join();
        }
    }

    private static Use use(ServerProcess server) throws IOException, InterruptedException {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            server.collect();
            least = Math.min(least, server.residentBytes());
        }
        return new Use(server.liveBytes(), least);
    }

    /** The connections are alive, and their actors were asleep if the server says how often one has started. */
    private static void probe(ServerProcess server, Bed bed, List<WsLink> links, long[] generations, List<Call> increments) throws IOException {
        try (HttpCaller caller = HttpCaller.open(server.url(), bed.codec())) {
            for (int i = 0; i < links.size(); i += links.size() / PROBES) {
                int actor = links.get(i).index();
                links.get(i).call(increments.get(actor));
                HttpCaller.Answer answer = caller.call(increments.get(actor));
                Check.equal("count through connection " + actor, 2, answer.number());
                if (answer.generation() > 0 && answer.generation() == generations[actor]) {
                    throw new BenchException("actor " + actor + " was awake");
                }
            }
        }
    }
}
