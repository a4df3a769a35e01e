package rivet.bench.scenario;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.HttpCaller;
import rivet.bench.client.Link;
import rivet.bench.client.Load;
import rivet.bench.client.LoadLoop;
import rivet.bench.client.Reply;
import rivet.bench.client.Window;
import rivet.bench.process.ServerProcess;

/**
 * One action, again and again, on some actors in turn. Over WebSocket each actor has a connection; over HTTP there are as
 * many connections as calls in flight.
 *
 * @param action the action to call and how to judge its replies
 * @param http over HTTP instead of WebSocket
 * @param inFlight over all actors together
 */
public record ActionScenario(String name, Action action, boolean http, int actors, int inFlight) implements Scenario {

    /** What can be called. */
    public enum Action {
        /** Does nothing. */
        NOOP,
        /** Changes the state. */
        INCREMENT,
        /** Changes the state, which is saved some time later. */
        INCREMENT_LATER,
        /** Writes a row. */
        INSERT
    }

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        Window[] measured = new Window[1];
        run(bed, window -> {
            measured[0] = window;
            return false;
        });
        return Values.of(measured[0]);
    }

    /** Measures windows without a pause between them until one is answered with false. */
    public void run(Bed bed, Predicate<Window> more) throws IOException, InterruptedException {
        ServerProcess server = bed.target().running();
        ClientCodec codec = bed.codec();
        String keys = bed.keys();
        List<Call> calls = calls(server.url(), codec, keys);
        Check check = check(server.url(), codec, keys);
        judge(server.url(), codec, check::before);
        List<? extends Link> links = links(server.url(), codec, keys);
        try {
            new LoadLoop(links, inFlight, load(calls, check), server::cpuNanos).run(bed.plan(), more);
        } finally {
            Bed.close(links);
        }
        judge(server.url(), codec, check::after);
    }

    private interface Judgement {
        void with(HttpCaller caller) throws IOException;
    }

    private static void judge(URI url, ClientCodec codec, Judgement judgement) throws IOException {
        try (HttpCaller caller = HttpCaller.open(url, codec)) {
            judgement.with(caller);
        }
    }

    private String type() {
        return switch (action) {
            case NOOP, INCREMENT -> "counter";
            case INCREMENT_LATER -> "intervalCounter";
            case INSERT -> "sqlCounter";
        };
    }

    private List<Call> calls(URI url, ClientCodec codec, String keys) {
        return switch (action) {
            case NOOP -> Bed.calls(url, codec, type(), keys, actors, "noop");
            case INCREMENT, INCREMENT_LATER -> Bed.calls(url, codec, type(), keys, actors, "increment", 1);
            case INSERT -> Bed.calls(url, codec, type(), keys, actors, "insert", "a row of some fifty characters, as rows often are");
        };
    }

    private Check check(URI url, ClientCodec codec, String keys) {
        return switch (action) {
            case NOOP -> new Constant(1);
            case INCREMENT, INCREMENT_LATER -> new Counts(Bed.calls(url, codec, type(), keys, actors, "get"));
            case INSERT -> new Rows(Bed.calls(url, codec, type(), keys, actors, "select1"));
        };
    }

    private List<? extends Link> links(URI url, ClientCodec codec, String keys) throws IOException {
        if (http) {
            return Bed.http(url, codec, inFlight);
        }
        List<ActorAddress> addresses = IntStream.range(0, actors).mapToObj(i -> new ActorAddress(type(), keys + i)).toList();
        return Bed.sockets(url, codec, addresses, inFlight);
    }

    private Load load(List<Call> calls, Check check) {
        return new Load() {

            private int cursor;

            @Override
            public Call next(int link) {
                if (!http) {
                    return calls.get(link);
                }
                cursor = cursor + 1 == calls.size() ? 0 : cursor + 1;
                return calls.get(cursor);
            }

            @Override
            public void reply(Call call, Reply reply) {
                check.reply(call.actor(), reply.number());
            }
        };
    }
}
