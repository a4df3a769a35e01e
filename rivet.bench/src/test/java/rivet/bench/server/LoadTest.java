package rivet.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.BenchException;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.FanOutLoop;
import rivet.bench.client.HttpCaller;
import rivet.bench.client.HttpLink;
import rivet.bench.client.Link;
import rivet.bench.client.Load;
import rivet.bench.client.LoadLoop;
import rivet.bench.client.Plan;
import rivet.bench.client.Reply;
import rivet.bench.client.Window;
import rivet.bench.client.WsLink;

/** Load client and null server against each other. */
@Timeout(20)
class LoadTest {

    private static final Plan SHORT = new Plan(Duration.ofMillis(20), Duration.ofMillis(50));
    private static final ActorAddress ACTOR = new ActorAddress("counter", "k");

    @TempDir
    private Path folder;
    private Store store;
    private Server server;
    private URI url;

    @BeforeEach
    void start() throws Exception {
        store = new FileStore(folder, "NORMAL");
        server = NullServer.start(0, store);
        url = server.getURI();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        store.close();
    }

    private static final class Counting implements Load {

        private final Call call;
        private final List<Double> counts = new ArrayList<>();

        Counting(Call call) {
            this.call = call;
        }

        @Override
        public Call next(int link) {
            return call;
        }

        @Override
        public void reply(Call answered, Reply reply) {
            counts.add(reply.number());
        }
    }

    private Call call(String encoding, String action, Object... arguments) {
        return Call.of(url, ClientCodec.of(encoding), ACTOR, 0, action, arguments);
    }

    private double get(String encoding) throws IOException {
        try (HttpCaller caller = HttpCaller.open(url, ClientCodec.of(encoding))) {
            return caller.call(call(encoding, "get")).number();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "json"})
    void everyCallIsAnsweredOnceOverOneConnection(String encoding) throws IOException {
        Counting load = new Counting(call(encoding, "increment", 1));
        try (WsLink link = WsLink.open(url, ACTOR, ClientCodec.of(encoding), 0, 16)) {
            Window window = new LoadLoop(List.of(link), 16, load, () -> 0).run(SHORT);
            assertThat(window.count()).isPositive().isEqualTo(window.latency().count());
        }
        assertEveryCountOnce(load, encoding);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "json"})
    void everyCallIsAnsweredOnceOverManyHttpConnections(String encoding) throws IOException {
        Counting load = new Counting(call(encoding, "increment", 1));
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            links.add(HttpLink.open(url, ClientCodec.of(encoding), i));
        }
        new LoadLoop(links, 8, load, () -> 0).run(SHORT);
        for (Link link : links) {
            link.close();
        }
        assertEveryCountOnce(load, encoding);
    }

    private void assertEveryCountOnce(Counting load, String encoding) throws IOException {
        load.counts.sort(null);
        for (int i = 0; i < load.counts.size(); i++) {
            assertThat(load.counts.get(i)).isEqualTo(i + 1);
        }
        assertThat(get(encoding)).isEqualTo(load.counts.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "json"})
    void everyListenerGetsEveryEvent(String encoding) throws IOException {
        List<WsLink> listeners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            WsLink listener = WsLink.open(url, ACTOR, ClientCodec.of(encoding), i, 1);
            listener.subscribe("tick");
            listener.call(call(encoding, "noop"));
            listeners.add(listener);
        }
        try (WsLink caller = WsLink.open(url, ACTOR, ClientCodec.of(encoding), 3, 2)) {
            Window window = new FanOutLoop(caller, listeners, call(encoding, "broadcast", 5, "payload"), 5).run(SHORT, () -> 0);
            assertThat(window.count()).isPositive();
        }
        for (WsLink listener : listeners) {
            listener.close();
        }
    }

    @Test
    void anErrorReplyEndsTheLoad() throws IOException {
        try (WsLink link = WsLink.open(url, ACTOR, ClientCodec.of("bare"), 0, 1)) {
            assertThatThrownBy(() -> new LoadLoop(List.of(link), 1, new Counting(call("bare", "noSuchAction")), () -> 0).run(SHORT))
                .isInstanceOf(BenchException.class).hasMessageContaining("noSuchAction");
        }
        try (HttpCaller caller = HttpCaller.open(url, ClientCodec.of("bare"))) {
            assertThatThrownBy(() -> caller.call(call("bare", "noSuchAction")))
                .isInstanceOf(BenchException.class).hasMessageContaining("400");
        }
    }

    @Test
    void anActorKeepsItsCountAndRowsWhileItSleeps() throws IOException {
        ActorAddress sql = new ActorAddress("sqlCounter", "k");
        ClientCodec codec = ClientCodec.of("bare");
        try (HttpCaller caller = HttpCaller.open(url, codec)) {
            caller.call(call("bare", "increment", 3));
            caller.call(Call.of(url, codec, sql, 0, "insert", "a row"));
            long before = caller.call(call("bare", "goSleep")).generation();
            HttpCaller.Answer after = caller.call(call("bare", "get"));
            assertThat(after.number()).isEqualTo(3);
            assertThat(after.generation()).isEqualTo(before + 1);
            caller.call(Call.of(url, codec, sql, 0, "goSleep"));
            assertThat(caller.call(Call.of(url, codec, sql, 0, "select1")).number()).isEqualTo(1);
        }
    }
}
