package rivet.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.StateInfo;
import rivet.protocol.inspector.InspectorMessage;
import rivet.protocol.inspector.InspectorProtocol;
import rivet.protocol.inspector.InspectorRequest;
import rivet.protocol.value.CborValues;
import rivet.spi.engine.ClientSocket;

/** What an inspector is told, and when; the test says what the actor answers, and in which order. */
class InspectorSocketTest implements ClientSocket {

    private final InspectorProtocol protocol = InspectorProtocol.of(6).orElseThrow();
    private final List<InspectorMessage> told = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private final List<InspectorSocket> left = new ArrayList<>();

    private final CompletableFuture<Boolean> admitted = new CompletableFuture<>();
    private final List<CompletableFuture<ActorSnapshot>> snapshots = new ArrayList<>();
    private final CompletableFuture<Void> stored = new CompletableFuture<>();
    private int watches;

    /** Only what sockets of these tests use. */
    private final ActorInspection actor = (ActorInspection) Proxy.newProxyInstance(ActorInspection.class.getClassLoader(), new Class<?>[] { ActorInspection.class },
        (proxy, method, args) -> switch (method.getName()) {
            case "admits" -> admitted;
            case "watch" -> {
                watches++;
                yield (ActorInspection.Watch) () -> watches--;
            }
            case "snapshot" -> {
                snapshots.add(new CompletableFuture<>());
                yield snapshots.getLast();
            }
            case "setState" -> stored;
            default -> throw new AssertionError(method);
        });

    private final InspectorSocket socket = new InspectorSocket(actor, this, protocol, left::add);

    @Override
    public void sendText(String text) {
        throw new AssertionError("text to an inspector: " + text);
    }

    @Override
    public void sendBinary(byte[] data) {
        told.add(protocol.decodeMessage(data));
    }

    @Override
    public void close(int code, String reason) {
        closed.add(code + " " + reason);
    }

    private static ActorSnapshot actor(long number, long state) {
        return new ActorSnapshot(number, new StateInfo(state, true, true), List.of(), List.of("act"), 0, List.of());
    }

    private void ask(InspectorRequest request) {
        socket.binary(ByteBuffer.wrap(protocol.encode(request)));
    }

    private List<Object> states() {
        return told.stream().map(message -> switch (message) {
            case InspectorMessage.Init init -> "init " + CborValues.decode(init.state().orElseThrow());
            case InspectorMessage.StateUpdated update -> CborValues.decode(update.state());
            case InspectorMessage.Error error -> error.message();
            default -> message.getClass().getSimpleName();
        }).toList();
    }

    private void opened(long number) {
        socket.begin("token");
        admitted.complete(true);
        snapshots.getFirst().complete(actor(number, 0));
    }

    @Test
    void nothingIsSaidToWhoHasNotTheToken() { // R-insp-4
        socket.begin("wrong");
        ask(new InspectorRequest.StateRequest(1));
        admitted.complete(false);
        assertThat(closed).containsExactly("1008 inspector.unauthorized");
        assertThat(told).isEmpty();
        assertThat(snapshots).isEmpty();
        assertThat(left).containsExactly(socket);
    }

    @Test
    void initComesFirstThenWhatIsNewer() { // R-insp-21
        socket.begin("token");
        ask(new InspectorRequest.TraceQueryRequest(7, 0, 0, 0));
        admitted.complete(true);
        assertThat(watches).isEqualTo(1);
        socket.changed(actor(3, 30));
        assertThat(told).isEmpty();
        snapshots.getFirst().complete(actor(2, 20));
        assertThat(states()).containsExactly("init 20", 30, "TraceQueryResponse");
    }

    @Test
    void whatIsOlderThanWhatWasToldIsNotTold() { // R-insp-25
        opened(1);
        socket.changed(actor(5, 50));
        socket.changed(actor(4, 40));
        socket.changed(actor(6, 50));
        assertThat(states()).containsExactly("init 0", 50);
    }

    @Test
    void aPatchIsAnsweredEvenIfNothingChanged() { // R-insp-23
        opened(1);
        ask(new InspectorRequest.PatchStateRequest(CborValues.encode(0L)));
        stored.complete(null);
        snapshots.getLast().complete(actor(2, 0));
        assertThat(states()).containsExactly("init 0", 0);
        ask(new InspectorRequest.PatchStateRequest(CborValues.encode(9L)));
        socket.changed(actor(9, 90));
        snapshots.getLast().complete(actor(8, 9));
        assertThat(states()).as("never an older one than before").containsExactly("init 0", 0, 90, 90);
    }

    @Test
    void whatCannotBeReadAndTooMuchAtOnceAreErrors() { // R-insp-24
        opened(1);
        socket.binary(ByteBuffer.wrap(new byte[] { 99 }));
        socket.text("hello");
        for (int i = 0; i < 65; i++) {
            ask(new InspectorRequest.StateRequest(i));
        }
        assertThat(told.stream().filter(InspectorMessage.Error.class::isInstance)).hasSize(3);
        snapshots.get(1).complete(actor(2, 0));
        ask(new InspectorRequest.TraceQueryRequest(1, 0, 0, 0));
        assertThat(told.getLast()).isInstanceOf(InspectorMessage.TraceQueryResponse.class);
        assertThat(closed).isEmpty();
    }

    @Test
    void anEndFromEitherSideStopsTheWatch() { // R-insp-29
        opened(1);
        socket.closed(1000, "");
        assertThat(watches).isZero();
        socket.changed(actor(2, 1));
        ask(new InspectorRequest.TraceQueryRequest(1, 0, 0, 0));
        assertThat(states()).as("after the end").startsWith("init 0").doesNotContain("TraceQueryResponse");
        InspectorSocket other = new InspectorSocket(actor, this, protocol, left::add);
        other.begin("token");
        snapshots.getLast().completeExceptionally(new IllegalStateException("no"));
        assertThat(closed).containsExactly("1011 inspector.init_error");
        assertThat(watches).isZero();
        assertThat(Map.of("left", left)).containsEntry("left", List.of(socket, other));
    }
}
