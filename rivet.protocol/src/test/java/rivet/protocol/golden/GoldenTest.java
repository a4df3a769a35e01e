package rivet.protocol.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import com.fasterxml.jackson.databind.JsonNode;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.HttpError;
import rivet.protocol.value.CborValues;
import rivet.protocol.value.JsonValues;

/** Every line of the golden file, both ways. */
class GoldenTest {

    private static final List<GoldenVector> ALL = GoldenVector.all();
    private static final List<GoldenVector> MESSAGES = GoldenVector.messages();
    private static final List<GoldenVector> ENGINE_API = of("http").stream().filter(v -> !v.isMessage()).toList();
    private static final List<GoldenVector> CLOSES = of("ws-close");
    private static final List<GoldenVector> HANDSHAKES = of("ws-handshake");

    /**
     * What we write in other bytes than were seen, and why. JavaScript writes an object with a head of 16 bits ({@code b9 0001}), whatever its
     * size; we write the shortest ({@code a1}), as the real server does where the object is its own. Nothing else differs.
     */
    private static final Set<String> OBJECTS_WITH_WIDE_HEADS = Set.of(
        "cbor: action without arguments request",
        "cbor: action with three arguments request",
        "cbor: Date argument request",
        "cbor: queue send, wait with timeout request",
        "cbor: subscribe frame",
        "cbor: unsubscribe frame",
        "cbor: ActionRequest frame, no arguments",
        "cbor: ActionRequest frame, arguments",
        "cbor: Event frame, several arguments",
        "bare: action with three arguments request",
        "bare: action with three arguments response",
        "bare: nested result with undefined, bigint, bytes and $-escapes response",
        "bare: queue send, wait with timeout request",
        "bare: queue send, wait with timeout response",
        "bare: queue send without waiting request",
        "bare: object argument and result request",
        "bare: object argument and result response",
        "bare: Event frame, several arguments");

    /**
     * As before, and in addition the npm client in the cbor encoding sends forms of CBOR's own where the protocol has compat values: an
     * integer of eight bytes, {@code f7}, tag 64, and arrays that are not escaped. We read them, but write what both sides understand everywhere.
     */
    private static final Set<String> NATIVE_FORMS_OF_THE_CBOR_CLIENT = Set.of(
        "cbor: bigint argument request",
        "cbor: undefined argument request",
        "cbor: Uint8Array argument request",
        "cbor: two-element array starting with $ request",
        "cbor: queue send without waiting (undefined timeout is sent as f7) request");

    @Test
    void everyLineIsTested() {
        assertThat(ALL).hasSize(149);
        assertThat(MESSAGES.size() + ENGINE_API.size() + CLOSES.size() + HANDSHAKES.size() + of("url-parameter").size()).isEqualTo(ALL.size());
    }

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void aMessageIsReadAsWhatItMeans(GoldenVector vector) {
        Object message = Messages.decode(vector.type(), vector.encoding(), vector.frame());
        assertThat(Messages.fields(message)).isEqualTo(Messages.expected(vector));
    }

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void aMessageIsWrittenInTheSameBytes(GoldenVector vector) {
        Object message = Messages.decode(vector.type(), vector.encoding(), vector.frame());
        byte[] written = Messages.encode(message, vector.encoding());
        if (OBJECTS_WITH_WIDE_HEADS.contains(vector.key()) || NATIVE_FORMS_OF_THE_CBOR_CLIENT.contains(vector.key())) {
            assertThat(written).as("an exception that is none").isNotEqualTo(vector.bytes());
            if (vector.encoding() == Encoding.CBOR && OBJECTS_WITH_WIDE_HEADS.contains(vector.key())) {
                assertThat(hex(written)).isEqualTo(narrow(hex(vector.bytes())));
            }
            Object again = Messages.decode(vector.type(), vector.encoding(), new Frame.Binary(written));
            assertThat(Messages.fields(again)).isEqualTo(Messages.expected(vector));
        } else {
            assertThat(hex(written)).isEqualTo(hex(vector.bytes()));
        }
    }

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void valuesInsideBareMessagesAreTheSameOnTheirOwn(GoldenVector vector) {
        for (JsonNode data : vector.decoded().findParents("cborHex")) {
            String hex = data.get("cborHex").asText();
            Object value = CborValues.decode(HexFormat.of().parseHex(hex));
            assertThat(Canonical.of(value)).isEqualTo(Canonical.of(Expected.value(data)));
            assertThat(hex(CborValues.encode(value))).isEqualTo(narrow(hex));
        }
    }

    @ParameterizedTest
    @FieldSource("ENGINE_API")
    void bodiesOfTheEngineApiArePlainJson(GoldenVector vector) {
        Object body = JsonValues.readPlain(vector.bytes());
        assertThat(Canonical.of(body)).isEqualTo(Canonical.of(Expected.value(vector.decoded().get("value"))));
        assertThat(hex(JsonValues.writeBytes(body))).isEqualTo(hex(vector.bytes()));
    }

    @ParameterizedTest
    @FieldSource("ENGINE_API")
    void errorsOfTheGatewayAreErrorsOfTheProtocol(GoldenVector vector) {
        JsonNode value = vector.decoded().get("value");
        if (value.has("group")) {
            HttpError error = ClientProtocol.decodeError(Encoding.JSON, vector.bytes());
            assertThat(error.group() + "." + error.code() + " " + error.message())
                .isEqualTo(value.get("group").asText() + "." + value.get("code").asText() + " " + value.get("message").asText());
            assertThat(Canonical.of(error.metadata().orElse(null)))
                .isEqualTo(Canonical.of(Optional.ofNullable(value.get("metadata")).map(Expected::value).orElse(null)));
        }
    }

    @Test
    void theInputInAQueryIsCbor() {
        GoldenVector vector = of("url-parameter").getFirst();
        byte[] input = Base64.getUrlDecoder().decode(vector.decoded().get("base64url").asText());
        assertThat(input).isEqualTo(vector.bytes());
        assertThat(CborValues.decode(input)).isEqualTo(Map.of("start", 5));
        // one more object with a wide head
        assertThat(hex(CborValues.encode(Map.of("start", 5)))).isEqualTo("a165737461727405");
    }

    /** Not ours: the WebSocket library has frames of this kind. Read here so that no line goes unread. */
    @ParameterizedTest
    @FieldSource("CLOSES")
    void closeFramesAreCodeAndReason(GoldenVector vector) {
        ByteBuffer frame = ByteBuffer.wrap(vector.bytes());
        assertThat(frame.getShort()).isEqualTo((short) vector.decoded().get("code").asInt());
        assertThat(StandardCharsets.UTF_8.decode(frame).toString()).isEqualTo(vector.decoded().get("reason").asText());
    }

    /** Subprotocols belong to the gateway; ours are the names of the encodings and the parameters in them. */
    @ParameterizedTest
    @FieldSource("HANDSHAKES")
    void subprotocolsNameEncodingAndParameters(GoldenVector vector) {
        String header = new String(vector.bytes(), StandardCharsets.US_ASCII);
        assertThat(header).isEqualTo(vector.decoded().get("secWebSocketProtocol").asText());
        Map<String, String> protocols = new TreeMap<>();
        for (String protocol : header.split(",")) {
            String[] parts = protocol.split("\\.", 2);
            protocols.put(parts[0], parts.length == 1 ? "" : parts[1]);
        }
        assertThat(Encoding.named(protocols.get("rivet_encoding"))).contains(vector.encoding());
        String params = protocols.get("rivet_conn_params");
        if (params != null) {
            String json = URLDecoder.decode(params, StandardCharsets.UTF_8);
            assertThat(JsonValues.write(JsonValues.readPlain(json))).isEqualTo(json);
        }
    }

    private static List<GoldenVector> of(String transport) {
        return ALL.stream().filter(vector -> vector.transport().equals(transport)).toList();
    }

    /** The same CBOR with the shortest heads of objects; no text in the file looks like such a head. */
    private static String narrow(String hex) {
        return hex.replaceAll("b9000([1-9])", "a$1");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
