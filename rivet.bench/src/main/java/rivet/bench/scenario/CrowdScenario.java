package rivet.bench.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.Load;
import rivet.bench.client.LoadLoop;
import rivet.bench.client.Reply;
import rivet.bench.client.WsLink;
import rivet.bench.process.ServerProcess;

/**
 * Many connections at a time on a bounded heap: 10,000 that say nothing, ten to an actor, and 1,000 each of which has a call in flight all the time, each to an
 * actor of its own. In the end those that said nothing have to be alive.
 *
 * @param idle connections that say nothing
 * @param busy connections that call
 */
public record CrowdScenario(String name, int idle, int busy) implements OnDemandScenario {

    private static final int TO_AN_ACTOR = 10;
    private static final int PROBES = 100;

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        List<WsLink> silent = new ArrayList<>();
        List<WsLink> callers = new ArrayList<>();
        try (ServerProcess server = Heap.server(bed)) {
            ClientCodec codec = bed.codec();
            String keys = bed.keys();
            connect(server, codec, keys + "idle-", silent, idle, TO_AN_ACTOR);
            connect(server, codec, keys + "busy-", callers, busy, 1);
            List<Call> calls = Bed.calls(server.url(), codec, "counter", keys + "busy-", busy, "noop");
            Map<String, Double> values = Values.of(new LoadLoop(callers, busy, load(calls), server::cpuNanos).run(bed.plan()));
            Heap.measure(server, values);
            Call probe = calls.getFirst();
            for (int i = 0; i < silent.size(); i += Math.max(1, silent.size() / PROBES)) {
                silent.get(i).call(probe);
            }
            return values;
        } finally {
            Bed.close(silent);
            Bed.close(callers);
        }
    }

    private static void connect(ServerProcess server, ClientCodec codec, String keys, List<WsLink> links, int count, int toAnActor) throws IOException {
        for (int i = 0; i < count; i++) {
            links.add(WsLink.small(server.url(), new ActorAddress("counter", keys + i / toAnActor), codec, i));
        }
    }

    private static Load load(List<Call> calls) {
        Check check = new Constant(1);
        return new Load() {

            @Override
            public Call next(int link) {
                return calls.get(link);
            }

            @Override
            public void reply(Call call, Reply reply) {
                check.reply(call.actor(), reply.number());
            }
        };
    }
}
