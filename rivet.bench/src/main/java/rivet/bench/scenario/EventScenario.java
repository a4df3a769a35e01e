package rivet.bench.scenario;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.FanOutLoop;
import rivet.bench.client.WsLink;
import rivet.bench.process.ServerProcess;

/** Events to 100 connections of one actor. The rate counts deliveries, processor time is for one delivery. */
public record EventScenario(String name, int perCall) implements Scenario {

    private static final int LISTENERS = 100;
    private static final String PAYLOAD = "sixty-four characters of payload, which is a short chat message.";

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        ServerProcess server = bed.target().running();
        ClientCodec codec = bed.codec();
        ActorAddress actor = new ActorAddress("counter", bed.keys());
        Call broadcast = Call.of(server.url(), codec, actor, 0, "broadcast", perCall, PAYLOAD);
        List<WsLink> listeners = Bed.sockets(server.url(), codec, Collections.nCopies(LISTENERS, actor), 1);
        try (WsLink caller = WsLink.open(server.url(), actor, codec, LISTENERS, 2)) {
            Call noop = Call.of(server.url(), codec, actor, 0, "noop");
            Bed.listen(listeners, noop);
            return Values.of(new FanOutLoop(caller, listeners, broadcast, perCall).run(bed.plan(), server::cpuNanos));
        } finally {
            Bed.close(listeners);
        }
    }
}
