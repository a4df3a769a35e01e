package rivet.bench.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.BenchException;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.FanOutLoop;
import rivet.bench.client.WsLink;
import rivet.bench.process.ServerProcess;

/** Events of 16 KiB to 50 connections that read and 50 that do not, on a bounded heap. Those that read get all of them; the others have been let go in the end. */
public record SlowReaderScenario(String name) implements OnDemandScenario {

    private static final int READERS = 50;
    private static final int OTHERS = 50;
    private static final String PAYLOAD = "x".repeat(16 << 10);

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        List<WsLink> readers = new ArrayList<>();
        List<WsLink> others = new ArrayList<>();
        try (ServerProcess server = Heap.server(bed)) {
            ClientCodec codec = bed.codec();
            ActorAddress actor = new ActorAddress("counter", bed.keys());
            Call broadcast = Call.of(server.url(), codec, actor, 0, "broadcast", 1, PAYLOAD);
            Call noop = Call.of(server.url(), codec, actor, 0, "noop");
            readers.addAll(Bed.sockets(server.url(), codec, Collections.nCopies(READERS, actor), 1));
            others.addAll(Bed.sockets(server.url(), codec, Collections.nCopies(OTHERS, actor), 1));
            Bed.listen(readers, noop);
            Bed.listen(others, noop);
            Map<String, Double> values = caller(server, codec, actor, bed, readers, broadcast);
            Heap.measure(server, values);
            for (WsLink slow : others) {
                let(slow.readToEnd());
            }
            return values;
        } finally {
            Bed.close(readers);
            Bed.close(others);
        }
    }

    private static Map<String, Double> caller(ServerProcess server, ClientCodec codec, ActorAddress actor, Bed bed, List<WsLink> readers, Call broadcast)
        throws Exception {
        try (WsLink caller = WsLink.open(server.url(), actor, codec, READERS, 2)) {
            return Values.of(new FanOutLoop(caller, readers, broadcast, 1).run(bed.plan(), server::cpuNanos));
        }
    }

    /** The words get through if the connection had room for them. */
    private static void let(String end) {
        if (!end.endsWith("without a word") && !end.contains("guard.slow_reader")) {
            throw new BenchException("a slow reader was let go with: " + end);
        }
    }
}
