package rivet.bench.scenario;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.BenchException;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.Link;
import rivet.bench.client.Load;
import rivet.bench.client.LoadLoop;
import rivet.bench.client.Plan;
import rivet.bench.client.Reply;
import rivet.bench.client.Window;
import rivet.bench.process.ServerProcess;

/**
 * New actors, each made by its first action, which changes its state.
 *
 * @param atLeast goes on, window after window, until so many have been made
 */
public record CreateScenario(String name, int atLeast) implements Scenario {

    private static final int IN_FLIGHT = 64;

    private static final int QUARTERS = 4;

    /** The rate of the last quarter of the windows divided by that of the first: 1 if the number of actors does not matter. */
    public static final String FLATNESS = "flatness";

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        ServerProcess server = bed.target().running();
        ClientCodec codec = bed.codec();
        List<Window> windows = new ArrayList<>();
        List<? extends Link> links = Bed.http(server.url(), codec, IN_FLIGHT);
        try {
            Plan plan = new Plan(bed.plan().warmUp(), bed.plan().window().dividedBy(QUARTERS));
            new LoadLoop(links, IN_FLIGHT, new NewActors(server.url(), codec, bed.keys()), server::cpuNanos).run(plan, window -> {
                windows.add(window);
                return windows.size() < QUARTERS || count(windows) < atLeast;
            });
        } finally {
            Bed.close(links);
        }
        Map<String, Double> values = Values.of(Window.join(windows));
        int quarter = windows.size() / QUARTERS;
        double last = Window.join(windows.subList(windows.size() - quarter, windows.size())).rate();
        values.put(FLATNESS, last / Window.join(windows.subList(0, quarter)).rate());
        return values;
    }

    @Override
    public boolean onDemand() {
        return atLeast > 0;
    }

    private static long count(List<Window> windows) {
        return windows.stream().mapToLong(Window::count).sum();
    }

    private static final class NewActors implements Load {

        private final URI url;
        private final ClientCodec codec;
        private final String keys;
        private int made;

        NewActors(URI url, ClientCodec codec, String keys) {
            this.url = url;
            this.codec = codec;
            this.keys = keys;
        }

        @Override
        public Call next(int link) {
            return Call.of(url, codec, new ActorAddress("counter", keys + made), made++, "increment", 1);
        }

        @Override
        public void reply(Call call, Reply reply) {
            if (reply.number() != 1) {
                throw new BenchException("the first count of a new actor is " + reply.number());
            }
        }
    }
}
