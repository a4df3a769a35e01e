package rivet.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.error.ActorSpecifier;
import rivet.protocol.DecodeException;
import rivet.protocol.golden.Messages;
import rivet.protocol.value.Values;
import rivet.value.Undefined;

class ClientProtocolTest {

    private static final Optional<ActorSpecifier> ACTOR = Optional.of(new ActorSpecifier("abc", 7, Optional.of("a/b")));
    private static final Optional<ActorSpecifier> ACTOR_WITHOUT_KEY = Optional.of(new ActorSpecifier("abc", Long.MAX_VALUE, Optional.empty()));

    static Stream<Object> messages() {
        return Stream.of(
            new ToClient.Init("actor", "connection"),
            new ToClient.Error("g", "c", "m", Optional.empty(), OptionalLong.empty(), Optional.empty()),
            new ToClient.Error("g", "c", "", Optional.of(List.of("$x", 1)), OptionalLong.of(0), ACTOR),
            new ToClient.Error("g", "c", "m", Optional.of(1), OptionalLong.of(Long.MAX_VALUE), ACTOR_WITHOUT_KEY),
            new ToClient.ActionResponse(0, null),
            new ToClient.ActionResponse(1L << 40, Undefined.UNDEFINED),
            new ToClient.ActionResponse(-1, "the greatest id"),
            new ToClient.Event("e", List.of()),
            new ToClient.Event("e", Arrays.asList(null, Undefined.UNDEFINED)),
            new ToClient.Event("$", List.of("$BigInt", "5")),
            new ToServer.ActionRequest(0, "a", List.of()),
            new ToServer.ActionRequest(300, "a.b", List.of("$x", Values.set(1))),
            new ToServer.SubscriptionRequest("e", true),
            new ToServer.SubscriptionRequest("", false),
            new HttpActionRequest(List.of()),
            new HttpActionRequest(List.of("$Set", List.of(1))),
            new HttpActionRequest(Collections.singletonList(null)),
            new HttpActionResponse(null),
            new HttpActionResponse(Undefined.UNDEFINED),
            new HttpActionResponse(Values.ordered("body", 1)),
            new HttpQueueSendRequest(null, Optional.empty(), false, OptionalLong.empty()),
            new HttpQueueSendRequest(Undefined.UNDEFINED, Optional.of("q"), true, OptionalLong.of(0)),
            new HttpQueueSendRequest(1, Optional.of(""), true, OptionalLong.of(5_000_000_000L)),
            new HttpQueueSendResponse(HttpQueueSendResponse.COMPLETED, null),
            new HttpQueueSendResponse(HttpQueueSendResponse.COMPLETED, List.of("$x", 1)),
            new HttpQueueSendResponse(HttpQueueSendResponse.TIMED_OUT, Undefined.UNDEFINED),
            new HttpError("g", "c", "m", Optional.empty(), Optional.empty()),
            new HttpError("g", "c", "m", Optional.of(Values.ordered("a", null)), ACTOR),
            new HttpError("g", "c", "m", Optional.of("text"), ACTOR_WITHOUT_KEY));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void everyMessageComesBackAsItWas(Object message) {
        for (Encoding encoding : Encoding.values()) {
            assertThat(Messages.decode(type(message), encoding, frame(message, encoding))).as("%s", encoding).isEqualTo(message);
        }
    }

    @ParameterizedTest
    @MethodSource("rivet.protocol.value.Values#universal")
    void everyValueTravelsInEveryEncoding(Object value) {
        List<Object> values = Arrays.asList(value, value, value);
        for (Encoding encoding : Encoding.values()) {
            for (Object message : List.of(new ToServer.ActionRequest(1, "a", values), new ToClient.ActionResponse(1, value),
                new ToClient.Event("e", values), new HttpActionRequest(values), new HttpActionResponse(value),
                new HttpQueueSendRequest(value, Optional.empty(), true, OptionalLong.empty()),
                new HttpQueueSendResponse("completed", value),
                new HttpError("g", "c", "m", value == Undefined.UNDEFINED ? Optional.empty() : Optional.ofNullable(value), Optional.empty()))) {
                assertThat(Messages.fields(Messages.decode(type(message), encoding, frame(message, encoding)))).as("%s", encoding)
                    .isEqualTo(Messages.fields(message));
            }
        }
    }

    /** The envelope does not count as depth of the value. */
    @ParameterizedTest
    @EnumSource
    void aValueOfTheGreatestDepthFitsIntoAnyMessage(Encoding encoding) {
        ToClient message = new ToClient.ActionResponse(1, Values.nested(256));
        assertThat(ClientProtocol.decodeToClient(encoding, ClientProtocol.encode(encoding, message))).isEqualTo(message);
        assertThatIllegalArgumentException().isThrownBy(() -> ClientProtocol.encode(encoding, new ToClient.ActionResponse(1,
            Values.nested(257))));
        assertThatIllegalArgumentException().isThrownBy(() -> ClientProtocol.encode(encoding, new ToClient.ActionResponse(1, new Object())));
    }

    /** R-conn-37, R-conn-38: what the npm client would drop without a word. */
    @Test
    void writesIdsAndErrorsAsTheNpmClientNeedsThem() {
        ToClient.Error error = new ToClient.Error("g", "c", "m", Optional.empty(), OptionalLong.empty(), ACTOR_WITHOUT_KEY);
        assertThat(ClientProtocol.encode(Encoding.JSON, error)).isEqualTo(new Frame.Text("{\"body\":{\"tag\":\"Error\",\"val\":{\"actionId\":null,"
            + "\"actor\":{\"actorId\":\"abc\",\"generation\":9223372036854775807},\"code\":\"c\",\"group\":\"g\",\"message\":\"m\"}}}"));
        assertThat(ClientProtocol.encode(Encoding.JSON, new ToClient.ActionResponse(3, 4)))
            .isEqualTo(new Frame.Text("{\"body\":{\"tag\":\"ActionResponse\",\"val\":{\"id\":[\"$BigInt\",\"3\"],\"output\":4}}}"));
        assertThat(hex(Encoding.CBOR, new ToClient.ActionResponse(3, 4))).contains("626964" + "1b0000000000000003");
        assertThat(hex(Encoding.CBOR, error)).contains("68616374696f6e4964" + "f6").doesNotContain("636b6579");
        assertThat(hex(Encoding.BARE, new ToClient.ActionResponse(300, 4))).isEqualTo("0400" + "02" + "ac02" + "0104");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5.0", "[\"$BigInt\",\"5\"]"})
    void readsIdsLeniently(String id) {
        assertThat(server("{\"body\":{\"val\":{\"more\":1,\"args\":[1],\"name\":\"a\",\"id\":" + id + "},\"tag\":\"ActionRequest\",\"x\":0}}"))
            .isEqualTo(new ToServer.ActionRequest(5, "a", List.of(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"actionId\":null}", "{\"actionId\":[\"$Undefined\",0],\"metadata\":null,\"actor\":null}",
        "{\"metadata\":[\"$Undefined\",0]}"})
    void anOptionalFieldThatIsNullOrUndefinedIsNotThere(String fields) {
        String json = "{\"body\":{\"tag\":\"Error\",\"val\":{\"group\":\"g\",\"code\":\"c\",\"message\":\"m\"," + fields.substring(1) + "}}";
        assertThat(ClientProtocol.decodeToClient(Encoding.JSON, new Frame.Text(json)))
            .isEqualTo(new ToClient.Error("g", "c", "m", Optional.empty(), OptionalLong.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "null", "1", "[]", "{}", "{\"body\":null}", "{\"body\":{}}", "{\"body\":{\"tag\":\"ActionRequest\"}}",
        "{\"body\":{\"tag\":\"Unknown\",\"val\":{}}}",
        "{\"body\":{\"tag\":1,\"val\":{}}}", "{\"body\":{\"tag\":\"Init\",\"val\":{\"actorId\":\"a\",\"connectionId\":\"c\"}}}",
        "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":\"5\",\"name\":\"a\",\"args\":[]}}}",
        "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":-1,\"name\":\"a\",\"args\":[]}}}",
        "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":1.5,\"name\":\"a\",\"args\":[]}}}",
        "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"name\":\"a\",\"args\":[]}}}",
        "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":[\"$BigInt\",\"18446744073709551616\"],\"name\":\"a\",\"args\":[]}}}",
        "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":1,\"args\":[]}}}",
        "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":1,\"name\":\"a\"}}}",
        "{\"body\":{\"tag\":\"SubscriptionRequest\",\"val\":{\"eventName\":\"e\"}}}",
        "{\"body\":{\"tag\":\"SubscriptionRequest\",\"val\":{\"eventName\":\"e\",\"subscribe\":1}}}"
    })
    void refusesWhatIsNoMessageOfAClient(String json) {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> server(json));
    }

    @Test
    void refusesResponsesWithoutOutput() {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> ClientProtocol.decodeActionResponse(Encoding.JSON, bytes("{}")))
            .withMessage("an action response: output is missing");
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> ClientProtocol.decodeToClient(Encoding.JSON,
            new Frame.Text("{\"body\":{\"tag\":\"ActionResponse\",\"val\":{\"id\":1}}}")));
    }

    /** spec/wire.md 7 and 13. */
    @ParameterizedTest
    @EnumSource
    void anEmptyBodyIsACallWithoutArguments(Encoding encoding) {
        assertThat(ClientProtocol.decodeActionRequest(encoding, new byte[0])).isEqualTo(new HttpActionRequest(List.of()));
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> ClientProtocol.decodeQueueSendRequest(encoding, new byte[0]));
    }

    @Test
    void argumentsThatAreNoArrayCountAsOneAndNullAsNone() {
        assertThat(call("{}")).isEmpty();
        assertThat(call("{\"args\":null}")).isEmpty();
        assertThat(call("{\"args\":5}")).containsExactly(5);
        assertThat(call("{\"args\":{\"a\":1}}")).containsExactly(Values.ordered("a", 1));
        assertThat(call("{\"args\":[[\"$Undefined\",0]]}")).containsExactly(Undefined.UNDEFINED);
        assertThat(ClientProtocol.decodeActionRequest(Encoding.BARE, HexFormat.of().parseHex("0400" + "01f6")).args()).isEmpty();
        assertThat(ClientProtocol.decodeActionRequest(Encoding.BARE, HexFormat.of().parseHex("0400" + "0105")).args()).containsExactly(5);
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> call("null"));
    }

    @Test
    void queueRequestsMayLackEverything() {
        assertThat(ClientProtocol.decodeQueueSendRequest(Encoding.JSON, bytes("{}")))
            .isEqualTo(new HttpQueueSendRequest(Undefined.UNDEFINED, Optional.empty(), false, OptionalLong.empty()));
        assertThat(timeout("{\"timeout\":1500.7}")).hasValue(1500);
        assertThat(timeout("{\"timeout\":1e300}")).hasValue(Long.MAX_VALUE);
        assertThat(timeout("{\"timeout\":[\"$BigInt\",\"18446744073709551615\"]}")).hasValue(Long.MAX_VALUE);
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> timeout("{\"timeout\":-1}"));
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> timeout("{\"timeout\":\"1\"}"));
        assertThat(ClientProtocol.decodeQueueSendRequest(Encoding.BARE,
            HexFormat.of().parseHex("0400" + "01f6" + "00" + "00" + "01ffffffffffffffff")).timeoutMs())
            .hasValue(Long.MAX_VALUE);
    }

    /** spec/wire.md 8: JSON may come in binary frames, the others only so. */
    @Test
    void framesOfTheOtherKind() {
        Frame json = ClientProtocol.encode(Encoding.JSON, new ToServer.SubscriptionRequest("e", true));
        assertThat(json).isInstanceOf(Frame.Text.class);
        assertThat(ClientProtocol.decodeToServer(Encoding.JSON,
            new Frame.Binary(bytes(((Frame.Text) json).text())))).isEqualTo(new ToServer.SubscriptionRequest("e", true));
        for (Encoding encoding : List.of(Encoding.CBOR, Encoding.BARE)) {
            assertThat(ClientProtocol.encode(encoding, new ToServer.SubscriptionRequest("e", true))).isInstanceOf(Frame.Binary.class);
            assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> ClientProtocol.decodeToServer(encoding, new Frame.Text("x")));
            assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> ClientProtocol.decodeToClient(encoding, new Frame.Text("x")));
        }
    }

    @Test
    void aBinaryFrameHasTheRemainingBytesOfABuffer() {
        byte[] whole = {1, 2, 3};
        assertThat(Frame.binary(ByteBuffer.wrap(whole))).isEqualTo(new Frame.Binary(whole));
        for (ByteBuffer part : List.of(ByteBuffer.wrap(whole).position(1), ByteBuffer.wrap(new byte[] {1, 2, 3, 4}, 1, 2).slice(),
            ByteBuffer.wrap(whole, 1, 2).asReadOnlyBuffer())) {
            assertThat(((Frame.Binary) Frame.binary(part)).bytes()).containsExactly(2, 3);
        }
    }

    /** spec/wire.md 8, "Versions"; R-conn-39. */
    @Test
    void readsTheOlderVersionsOfBare() {
        assertThat(bare("0100" + "00" + "0161" + "0163" + "0174")).isEqualTo(new ToClient.Init("a", "c"));
        assertThat(bare("0200" + "00" + "0161" + "0163")).isEqualTo(new ToClient.Init("a", "c"));
        for (String version : List.of("0100", "0200", "0300")) {
            assertThat(bare(version + "01" + "0167" + "0163" + "016d" + "00" + "0105"))
                .isEqualTo(new ToClient.Error("g", "c", "m", Optional.empty(), OptionalLong.of(5), Optional.empty()));
            assertThat(ClientProtocol.decodeError(Encoding.BARE, HexFormat.of().parseHex(version + "0167" + "0163" + "016d" + "010105")))
                .isEqualTo(new HttpError("g", "c", "m", Optional.of(5), Optional.empty()));
            assertThat(ClientProtocol.decodeToServer(Encoding.BARE,
                new Frame.Binary(HexFormat.of().parseHex(version + "00" + "05" + "0161" + "0180"))))
                .isEqualTo(new ToServer.ActionRequest(5, "a", List.of()));
        }
        assertThat(ClientProtocol.decodeQueueSendRequest(Encoding.BARE, HexFormat.of().parseHex("0300" + "0105" + "00" + "00" + "00")))
            .isEqualTo(new HttpQueueSendRequest(5, Optional.empty(), false, OptionalLong.empty()));
        assertThat(ClientProtocol.decodeQueueSendResponse(Encoding.BARE, HexFormat.of().parseHex("0300" + "0173" + "00")))
            .isEqualTo(new HttpQueueSendResponse("s", Undefined.UNDEFINED));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "04", "0000" + "0001610163", "0500" + "0001610163", "0401" + "0001610163", "0400" + "04", "0400" + "ff", "0400" + "000161016300",
        "0400" + "000161",
        "0100" + "0001610163", "0200" + "00016101630174", "0300" + "01" + "0167" + "0163" + "016d" + "00" + "00" + "00", "0400" + "0001ff0163",
        "0400" + "02" + "80" + "00" + "0105",
        "0400" + "03" + "0165" + "0281", "0400" + "03" + "0165" + "028000", "0400" + "03" + "0165" + "ffffffff0f80"
    })
    void refusesWhatIsNoBareMessage(String hex) {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> bare(hex));
    }

    @Test
    void versionsBeforeTheThirdHaveNoQueues() {
        assertThatExceptionOfType(DecodeException.class)
            .isThrownBy(() -> ClientProtocol.decodeQueueSendRequest(Encoding.BARE, HexFormat.of().parseHex("0200" + "0105" + "000000")));
        assertThatExceptionOfType(DecodeException.class)
            .isThrownBy(() -> ClientProtocol.decodeQueueSendResponse(Encoding.BARE, HexFormat.of().parseHex("0100" + "017300")));
    }

    @Test
    void encodingsHaveNamesAndContentTypes() {
        for (Encoding encoding : Encoding.values()) {
            assertThat(Encoding.named(encoding.wireName())).contains(encoding);
        }
        assertThat(Encoding.named("JSON")).isEmpty();
        assertThat(Encoding.JSON.contentType()).isEqualTo("application/json");
        assertThat(Encoding.BARE.contentType()).isEqualTo("application/octet-stream");
    }

    private static String type(Object message) {
        return switch (message) {
            case ToClient toClient -> "ToClient";
            case ToServer toServer -> "ToServer";
            case HttpError error -> "HttpResponseError";
            default -> message.getClass().getSimpleName();
        };
    }

    private static Frame frame(Object message, Encoding encoding) {
        return new Frame.Binary(Messages.encode(message, encoding));
    }

    private static ToServer server(String json) {
        return ClientProtocol.decodeToServer(Encoding.JSON, new Frame.Text(json));
    }

    private static ToClient bare(String hex) {
        return ClientProtocol.decodeToClient(Encoding.BARE, new Frame.Binary(HexFormat.of().parseHex(hex)));
    }

    private static List<Object> call(String json) {
        return ClientProtocol.decodeActionRequest(Encoding.JSON, bytes(json)).args();
    }

    private static OptionalLong timeout(String json) {
        return ClientProtocol.decodeQueueSendRequest(Encoding.JSON, bytes(json)).timeoutMs();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(Encoding encoding, ToClient message) {
        return HexFormat.of().formatHex(Messages.encode(message, encoding));
    }
}
