package rivet.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.WireException;

/** The bytes are those that were seen on the wire between npm client and real server (spec/golden/client-protocol.jsonl). */
class BareClientTest {

    private final ClientCodec codec = ClientCodec.of("bare");
    private final Reply reply = new Reply();

    private Call call(String action, Object... arguments) {
        return Call.of(URI.create("http://localhost:1"), codec, new ActorAddress("counter", "k"), 0, action, arguments);
    }

    @Test
    void encodesActionsLikeTheNpmClient() {
        assertThat(action(0, call("whoami"))).isEqualTo("040000000677686f616d690180");
        // the client writes the array of 400 ms and "slow" in the same bytes
        assertThat(action(0, call("wait", 400, "slow"))).isEqualTo("0400000004776169740982190190" + "64736c6f77");
    }

    @Test
    void encodesSubscriptionsLikeTheNpmClient() {
        Bytes out = new Bytes(1);
        codec.subscribe(out, "public");
        assertThat(hex(out.toArray())).isEqualTo("040001067075626c696301");
    }

    @Test
    void encodesHttpActionsLikeTheNpmClient() {
        assertThat(hex(codec.httpRequest(codec.arguments(List.of())))).isEqualTo("04000180");
    }

    @Test
    void decodesInit() {
        message("0400001e356a6c6b343839667a303466313830697362316871376f317078636c3030"
            + "2434353366633035612d623338312d346639312d393831372d653131326336323630346662");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.INIT);
    }

    @Test
    void decodesResponses() {
        message("04000203056473656e74");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.RESPONSE);
        assertThat(reply.id()).isEqualTo(3);
        assertThat(reply.number()).isNaN();
        message("040002ac0202182a");
        assertThat(reply.id()).isEqualTo(300);
    }

    @Test
    void decodesNumbersInAllTheirForms() {
        assertThat(number("01")).isEqualTo(1);
        assertThat(number("182a")).isEqualTo(42);
        assertThat(number("1903e8")).isEqualTo(1000);
        assertThat(number("1a000186a0")).isEqualTo(100_000);
        assertThat(number("20")).isEqualTo(-1);
        assertThat(number("fb433fffffffffffff")).isEqualTo(9007199254740991.0);
        assertThat(number("f93c00")).isEqualTo(1);
        assertThat(number("826a24556e646566696e656400")).isNaN();
    }

    @Test
    void decodesEvents() {
        message("040003067075626c696303816161");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.EVENT);
        assertThat(reply.text()).isEqualTo("public");
        assertThat(reply.number()).isNaN();
        message("040003" + "047469636b" + "06820763636179");
        assertThat(reply.text()).isEqualTo("tick");
        assertThat(reply.number()).isEqualTo(7);
    }

    @Test
    void decodesErrors() {
        message("040001076d657373616765116f7574676f696e675f746f6f5f6c6f6e67194f7574676f696e67206d65737361676520746f6f206c6f6e6700010100");
        assertThat(reply.kind()).isEqualTo(Reply.Kind.ERROR);
        assertThat(reply.text()).isEqualTo("message.outgoing_too_long: Outgoing message too long");
    }

    @Test
    void decodesHttpResponses() {
        codec.httpResponse(bytes("04000100"), reply);
        assertThat(reply.kind()).isEqualTo(Reply.Kind.RESPONSE);
        assertThat(reply.number()).isZero();
    }

    @Test
    void refusesTrailingBytesOtherVersionsAndLengthsThatDoNotFit() {
        assertThatThrownBy(() -> message("04000203056473656e7400")).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> message("03000203056473656e74")).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> message("04000203066473656e74")).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> message("040002030201")).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> message("04000703")).isInstanceOf(WireException.class);
    }

    private double number(String cbor) {
        message("04000200" + "%02x".formatted(cbor.length() / 2) + cbor);
        return reply.number();
    }

    private void message(String hex) {
        codec.message(bytes(hex), reply);
    }

    private String action(long id, Call call) {
        Bytes out = new Bytes(1);
        codec.action(out, id, call);
        return hex(out.toArray());
    }

    @Test
    void addressesActorsLikeTheNpmClient() {
        String request = new String(call("noop").request(), StandardCharsets.ISO_8859_1);
        assertThat(request).startsWith("POST /gateway/counter/action/noop?rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default"
            + "&rvt-key=k&rvt-crash-policy=sleep HTTP/1.1\r\n").endsWith("\r\n\r\n4\r\n\u0004\u0000\u0001\u0080\r\n0\r\n\r\n");
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
