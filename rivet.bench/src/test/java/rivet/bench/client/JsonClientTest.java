package rivet.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.WireException;

/** The messages are those of spec/golden/client-protocol.jsonl, with the server's order of fields. */
class JsonClientTest {

    private final ClientCodec codec = ClientCodec.of("json");
    private final Reply reply = new Reply();

    @Test
    void encodesActionsLikeTheNpmClient() {
        Bytes out = new Bytes(1);
        Call call = Call.of(URI.create("http://localhost:1"), codec, new ActorAddress("counter", "k"), 0, "wait", 400, "a \"b\"");
        codec.action(out, 120, call);
        assertThat(text(out)).isEqualTo("{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":[\"$BigInt\",\"120\"],\"name\":\"wait\","
            + "\"args\":[400,\"a \\\"b\\\"\"]}}}");
    }

    @Test
    void encodesSubscriptionsLikeTheNpmClient() {
        Bytes out = new Bytes(1);
        codec.subscribe(out, "public");
        assertThat(text(out)).isEqualTo("{\"body\":{\"tag\":\"SubscriptionRequest\","
            + "\"val\":{\"eventName\":\"public\",\"subscribe\":true}}}");
    }

    @Test
    void encodesHttpActionsLikeTheNpmClient() {
        assertThat(new String(codec.httpRequest(codec.arguments(List.of())), StandardCharsets.UTF_8)).isEqualTo("{\"args\":[]}");
    }

    @Test
    void decodesInit() {
        message("{\"body\":{\"tag\":\"Init\",\"val\":{\"actorId\":\"a\",\"connectionId\":\"c\"}}}");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.INIT);
    }

    @Test
    void decodesResponses() {
        message("{\"body\":{\"tag\":\"ActionResponse\",\"val\":{\"id\":[\"$BigInt\",\"37\"],\"output\":12}}}");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.RESPONSE);
        assertThat(reply.id()).isEqualTo(37);
        assertThat(reply.number()).isEqualTo(12);
        message("{\"body\":{\"tag\":\"ActionResponse\",\"val\":{\"output\":[\"$Undefined\",0],\"id\":4}}}");
        assertThat(reply.id()).isEqualTo(4);
        assertThat(reply.number()).isNaN();
    }

    @Test
    void decodesEventsWhoseArgumentsComeFirst() {
        message("{\"body\":{\"tag\":\"Event\",\"val\":{\"args\":[3,{\"x\":[\"$BigInt\",\"1\"]}],\"name\":\"tick\"}}}");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.EVENT);
        assertThat(reply.text()).isEqualTo("tick");
        assertThat(reply.number()).isEqualTo(3);
        message("{\"body\":{\"tag\":\"Event\",\"val\":{\"args\":[],\"name\":\"tick\"}}}");
        assertThat(reply.number()).isNaN();
    }

    @Test
    void decodesErrors() {
        message("{\"body\":{\"tag\":\"Error\",\"val\":{\"actionId\":null,"
            + "\"code\":\"rejected\",\"group\":\"user\",\"message\":\"by hook\",\"metadata\":{\"why\":\"asked\"}}}}");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.ERROR);
        assertThat(reply.text()).contains("rejected", "user", "by hook");
    }

    @Test
    void decodesHttpResponses() {
        codec.httpResponse(bytes("{\"output\":9007199254740991.0}"), reply);
        assertThat(reply.number()).isEqualTo(9007199254740991.0);
        codec.httpResponse(bytes("{\"output\":-2.5e1}"), reply);
        assertThat(reply.number()).isEqualTo(-25);
        codec.httpResponse(bytes(" { \"output\" : null } "), reply);
        assertThat(reply.number()).isNaN();
        assertThatThrownBy(() -> codec.httpResponse(bytes("{}"), reply)).isInstanceOf(WireException.class);
    }

    private void message(String json) {
        codec.message(bytes(json), reply);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Bytes bytes) {
        return new String(bytes.toArray(), StandardCharsets.UTF_8);
    }
}
