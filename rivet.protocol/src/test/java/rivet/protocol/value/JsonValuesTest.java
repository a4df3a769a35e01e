package rivet.protocol.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import rivet.protocol.DecodeException;
import rivet.protocol.golden.Canonical;
import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

class JsonValuesTest {

    @ParameterizedTest
    @MethodSource("rivet.protocol.value.Values#universal")
    void everyKindOfValueComesBackAsItWas(Object value) {
        for (Object again : Arrays.asList(JsonValues.read(JsonValues.write(value)), JsonValues.read(JsonValues.writeBytes(value)))) {
            assertThat(Canonical.of(again)).isEqualTo(Canonical.of(value));
            assertThat(again == null ? null : again instanceof Number ? again.getClass() : null)
                .isEqualTo(value instanceof Number ? value.getClass() : null);
        }
    }

    @ParameterizedTest
    @MethodSource("rivet.protocol.value.Values#all")
    void whatIsWrittenIsJson(Object value) throws Exception {
        assertThat(new ObjectMapper().readTree(JsonValues.write(value))).isEqualTo(new ObjectMapper().readTree(JsonValues.writeBytes(value)));
    }

    /** What JavaScript's JSON.stringify makes of them (spec/wire.md 9). */
    @Test
    void whatJsonCannotHoldBecomesWhatJavaScriptMakesOfIt() {
        writes(Double.NaN, "null");
        writes(Double.NEGATIVE_INFINITY, "null");
        writes(Instant.ofEpochMilli(1_700_000_000_123L), "\"2023-11-14T22:13:20.123Z\"");
        writes(Instant.EPOCH, "\"1970-01-01T00:00:00.000Z\"");
        writes(Instant.ofEpochMilli(-62_198_755_200_000L), "\"-000001-01-01T00:00:00.000Z\"");
        writes(Instant.ofEpochMilli(8_640_000_000_000_000L), "\"+275760-09-13T00:00:00.000Z\"");
        writes(new TypedArray(TypedArray.Kind.UINT16, new byte[] {1, 0, -1, -1}), "{\"0\":1,\"1\":65535}");
        writes(new TypedArray(TypedArray.Kind.FLOAT32, new byte[] {0, 0, -64, 63}), "{\"0\":1.5}");
        writes(new TypedArray(TypedArray.Kind.INT64, new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}), "{\"0\":[\"$BigInt\",\"-1\"]}");
        writes(new Tagged(27, List.of("Error", "Error", "x")), "{}");
        writes(new JsMap(Values.entries("a", 1, 2, "b", 2.5, null, true, 0, null, 0, BigInteger.TEN, 0, 1e21, 0, 1e-7, 0, 3.0, 0, Instant.EPOCH,
            0, List.of(1, "x"), 0)),
            "{\"a\":1,\"2\":\"b\",\"2.5\":null,\"true\":0,\"null\":0,\"10\":0,\"1e+21\":0,\"1e-7\":0,\"3\":0,\"1970-01-01T00:00:00.000Z\":0,\"[1,\\\"x\\\"]\":0}");
    }

    @Test
    void everyTypedArrayIsAnObjectByIndex() {
        for (TypedArray.Kind kind : TypedArray.Kind.values()) {
            assertThat(JsonValues.write(new TypedArray(kind, new byte[8]))).startsWith("{\"0\":").endsWith("}");
        }
    }

    @Test
    void writesCompatValues() {
        writes(Arrays.asList(BigInteger.TWO, new byte[] {7}, ByteBuffer.wrap(new byte[] {7}), Undefined.UNDEFINED, Values.set("$x", 1),
            List.of("$x", 1)),
            "[[\"$BigInt\",\"2\"],[\"$Uint8Array\",\"Bw==\"],[\"$ArrayBuffer\",\"Bw==\"],[\"$Undefined\",0],[\"$Set\",[\"$x\",1]],[\"$$x\",1]]");
    }

    @Test
    void writesNumbers() {
        writes(9_007_199_254_740_991L, "9007199254740991");
        writes(Long.MIN_VALUE, "-9223372036854775808");
        writes(9_007_199_254_740_991.0, "9007199254740991.0");
        writes(5.0, "5.0");
        writes(-0.0, "-0.0");
        writes(1e22, "1.0E22");
    }

    @Test
    void writesStrings() {
        writes("\" \\ / \b \f \n \r \t \u0000 \u001f \u007f é 漢 😀 \u2028",
            "\"\\\" \\\\ / \\b \\f \\n \\r \\t \\u0000 \\u001f \u007f é 漢 😀 \u2028\"");
        // UTF-8 cannot hold these; JSON.stringify escapes them
        writes("a\uD83D", "\"a\\ud83d\"");
        writes("\uDE00\uD83D\uDE00\uD83D!", "\"\\ude00😀\\ud83d!\"");
        assertThat(JsonValues.read(JsonValues.writeBytes("\uD83D"))).isEqualTo("\uD83D");
    }

    @Test
    void readsNumbers() {
        reads("0", 0);
        reads("-0", -0.0);
        reads("[-0, 0, -1]", List.of(-0.0, 0, -1));
        reads("2147483647", Integer.MAX_VALUE);
        reads("2147483648", 2_147_483_648L);
        reads("9223372036854775807", Long.MAX_VALUE);
        reads("9223372036854775808", 9_223_372_036_854_775_808.0);
        reads("-9223372036854775809", -9_223_372_036_854_775_808.0);
        reads("5.0", 5.0);
        reads("1e3", 1000.0);
        reads("1e999", Double.POSITIVE_INFINITY);
        reads("9".repeat(400), Double.POSITIVE_INFINITY);
    }

    @Test
    void revivesCompatValuesUnlessItIsPlainJson() {
        String json = "{\"a\":[\"$BigInt\",\"5\"],\"b\":[[\"$Undefined\",0]],\"c\":[\"$$x\",1],\"d\":[\"$unknown\",1],\"e\":[\"$Set\",[\"$BigInt\",\"1\"]]}";
        reads(json, Values.ordered("a", BigInteger.valueOf(5), "b", List.of(Undefined.UNDEFINED), "c", List.of("$x", 1), "d", List.of("$unknown",
            1), "e",
            Values.set("$BigInt", "1")));
        Object plain = JsonValues.readPlain(json);
        assertThat(plain).isEqualTo(Values.ordered("a", List.of("$BigInt", "5"), "b", List.of(List.of("$Undefined", 0)), "c", List.of("$$x", 1),
            "d",
            List.of("$unknown", 1), "e", List.of("$Set", List.of("$BigInt", "1"))));
        assertThat(JsonValues.readPlain(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(plain);
        reads("[\"$Set\",[\"$BigInt\",\"1\"],3]", List.of("$Set", BigInteger.ONE, 3));
    }

    @Test
    void ofEqualNamesTheLastWins() {
        reads("{\"a\":1,\"b\":2,\"a\":3}", Map.of("a", 3, "b", 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "nul", "tru", "+1", "01", ".5", "1.", "1e", "NaN", "Infinity", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\n\"", "[", "[1", "[1,",
        "[1,]", "[,1]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1",
        "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "}", "1 2", "[] []", "{}x", "/* */1", "// \n1", "\uFEFF1", "\u00a01", "undefined",
        "[\"$BigInt\",5]", "[\"$BigInt\",\"\"]", "[\"$BigInt\",\"0x5\"]", "[\"$BigInt\",\"1.5\"]", "[\"$Uint8Array\",\"*\"]",
        "[\"$Uint8Array\",null]", "[\"$ArrayBuffer\",1]", "[\"$Set\",{}]"
    })
    void refusesWhatIsMalformed(String json) {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.read(json)).withMessageContaining("offset");
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        for (byte[] bytes : List.of(new byte[] {'"', (byte) 0xff, '"'}, new byte[] {'"', (byte) 0xc0, (byte) 0x80, '"'},
            new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
            "1".getBytes(StandardCharsets.UTF_16))) {
            assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.read(bytes));
            assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.readPlain(bytes));
        }
        assertThat(JsonValues.read("\"\uFFFD\"".getBytes(StandardCharsets.UTF_8))).isEqualTo("\uFFFD");
    }

    @Test
    void nestsAsDeepAsTheLimitAndNoDeeper() {
        assertThat(JsonValues.read(JsonValues.write(Values.nested(256)))).isEqualTo(Values.nested(256));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.write(Values.nested(257)));
        for (String level : List.of("[", "{\"a\":", "[\"$Set\",[")) {
            assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.read(level.repeat(100_000)));
            assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.readPlain(level.repeat(100_000)));
        }
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.read("[".repeat(257) + "]".repeat(257)));
    }

    @Test
    @Timeout(20)
    void longTextsAreFineButLongNumbersAreNot() {
        String text = "x".repeat(3_000_000);
        assertThat(JsonValues.read("{\"" + text + "\":\"" + text + "\"}")).isEqualTo(Map.of(text, text));
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.read("9".repeat(1_000_000)));
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JsonValues.read("[\"$BigInt\",\"" + "9".repeat(1_000_000) + "\"]"));
    }

    @Test
    void refusesWhatIsNoPlainValue() {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.write(new StringBuilder())).withMessage("not a plain value: java.lang.StringBuilder");
        assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.write(Map.of(1, 2)));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.write(Instant.MIN));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonValues.write(BigInteger.ONE.shiftLeft(40_000)));
    }

    private static void writes(Object value, String json) {
        assertThat(JsonValues.write(value)).isEqualTo(json);
        assertThat(new String(JsonValues.writeBytes(value), StandardCharsets.UTF_8)).isEqualTo(json);
    }

    private static void reads(String json, Object value) {
        assertThat(JsonValues.read(json)).isEqualTo(value);
        assertThat(JsonValues.read(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(value);
    }
}
