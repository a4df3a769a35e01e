package rivet.bench.scenario;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.HttpLink;
import rivet.bench.client.Link;
import rivet.bench.client.Plan;
import rivet.bench.client.WsLink;
import rivet.bench.process.Target;

/**
 * What a scenario runs on: the server, the encoding, how long, and fresh keys for its actors.
 *
 * @param target the server's side
 * @param encoding {@code bare} or {@code json}
 * @param plan how long to measure
 * @param actors how many awake actors memory is measured with
 * @param run what the keys of this run of the benchmark start with
 * @param serial counts the scenarios of this run, so that each has keys of its own
 */
public record Bed(Target target, String encoding, Plan plan, int actors, String run, AtomicInteger serial) {

    /** A prefix for keys that no scenario had before. */
    public String keys() {
        return run + "-" + serial.incrementAndGet() + "-";
    }

    public ClientCodec codec() {
        return ClientCodec.of(encoding);
    }

    /** The same call for each of a number of actors. */
    static List<Call> calls(URI url, ClientCodec codec, String type, String keys, int actors, String action, Object... arguments) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            calls.add(Call.of(url, codec, new ActorAddress(type, keys + i), i, action, arguments));
        }
        return calls;
    }

    /** Has connections hear the actor's events, from now on. */
    static void listen(List<WsLink> listeners, Call noop) throws IOException {
        for (WsLink listener : listeners) {
            listener.subscribe("tick");
            // its answer says that the subscription before it is in effect
            listener.call(noop);
        }
    }

    /** Connections, closed by {@link #close} also if one cannot be opened. */
    static List<WsLink> sockets(URI url, ClientCodec codec, List<ActorAddress> addresses, int inFlight) throws IOException {
        List<WsLink> links = new ArrayList<>();
        try {
            for (ActorAddress address : addresses) {
                links.add(WsLink.open(url, address, codec, links.size(), inFlight));
            }
            return links;
        } catch (IOException | RuntimeException e) {
            close(links);
            throw e;
        }
    }

    static List<HttpLink> http(URI url, ClientCodec codec, int count) throws IOException {
        List<HttpLink> links = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                links.add(HttpLink.open(url, codec, i));
            }
            return links;
        } catch (IOException | RuntimeException e) {
            close(links);
            throw e;
        }
    }

    static void close(List<? extends Link> links) throws IOException {
        for (Link link : links) {
            link.close();
        }
    }
}
