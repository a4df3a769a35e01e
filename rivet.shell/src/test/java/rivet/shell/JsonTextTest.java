package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/** The forms of spec/wire.md 9. */
class JsonTextTest {

    @Test
    void writesForPeople() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("name", "bob");
        value.put("tags", Arrays.asList("a", null));
        value.put("nested", Map.of("n", 5.0));
        assertThat(JsonText.pretty(value)).isEqualTo("""
            {
              "name": "bob",
              "tags": [ "a", null ],
              "nested": {
                "n": 5
              }
            }""");
        assertThat(JsonText.compact(value)).isEqualTo("{\"name\":\"bob\",\"tags\":[\"a\",null],\"nested\":{\"n\":5}}");
    }

    @Test
    void writesWhatJsonDoesNotHave() {
        assertThat(JsonText.compact(new BigInteger("123456789012345678901"))).isEqualTo("[\"$BigInt\",\"123456789012345678901\"]");
        assertThat(JsonText.compact(new byte[] { 1, 2, 3 })).isEqualTo("[\"$Uint8Array\",\"AQID\"]");
        assertThat(JsonText.compact(ByteBuffer.wrap(new byte[] { 0, 1, 2, 3 }, 1, 3))).isEqualTo("[\"$ArrayBuffer\",\"AQID\"]");
        assertThat(JsonText.compact(new TypedArray(TypedArray.Kind.UINT16, new byte[] { 1, 0 })))
            .isEqualTo("[\"$TypedArray\",[\"UINT16\",\"AQA=\"]]");
        assertThat(JsonText.compact(new LinkedHashSet<>(List.of(1, "x")))).isEqualTo("[\"$Set\",[1,\"x\"]]");
        assertThat(JsonText.compact(new JsMap(Map.of(1, List.of())))).isEqualTo("[\"$Map\",[[1,[]]]]");
        assertThat(JsonText.compact(new Tagged(27, null))).isEqualTo("[\"$Tag\",[27,null]]");
        assertThat(JsonText.compact(Instant.parse("2026-11-30T12:00:00.001Z"))).isEqualTo("\"2026-11-30T12:00:00.001Z\"");
        assertThat(JsonText.compact(List.of(Undefined.UNDEFINED))).isEqualTo("[[\"$Undefined\",0]]");
        assertThat(JsonText.compact(Undefined.UNDEFINED)).isEqualTo("undefined");
    }

    @Test
    void writesNumbersAsJavaScriptDoes() {
        assertThat(JsonText.compact(Arrays.asList(5, 5L, 5.0, 5.5, -0.5, 1e300, Double.NaN))).isEqualTo("[5,5,5,5.5,-0.5,1.0E300,\"NaN\"]");
    }

    @Test
    void escapesArraysThatLookLikeAForm() {
        assertThat(JsonText.compact(List.of("$BigInt", "5"))).isEqualTo("[\"$$BigInt\",\"5\"]");
        assertThat(JsonReader.read("[\"$$BigInt\",\"5\"]")).isEqualTo(List.of("$BigInt", "5"));
        assertThat(JsonText.compact(List.of("$a", 1, 2))).isEqualTo("[\"$a\",1,2]");
    }

    @Test
    void writesNothingThatMovesTheCursor() {
        assertThat(JsonText.pretty("a\u001b[2J\u009b2J\u202eb\n")).isEqualTo("\"a\\u001B[2J\\u009b2J\\u202eb\\n\"");
    }

    @ParameterizedTest
    @ValueSource(strings = { "null", "true", "[]", "{}", "[1,2.5,\"x\",null]", "{\"a\":[{\"b\":1}]}", "[\"$BigInt\",\"5\"]",
        "[\"$Uint8Array\",\"AQID\"]",
        "[\"$ArrayBuffer\",\"AQID\"]", "[[\"$Undefined\",0]]", "[\"$Set\",[1,[\"$Set\",[]]]]", "[\"$$x\",1]", "9007199254740993" })
    void readsWhatItWrites(String json) {
        assertThat(JsonText.compact(JsonReader.read(json))).isEqualTo(json);
    }

    @Test
    void readsPlainValues() {
        assertThat(JsonReader.read("[1,4294967296,1.5,123456789012345678901,[\"$BigInt\",\"5\"]]"))
            .isEqualTo(List.of(1, 4_294_967_296L, 1.5, 123456789012345678901d, BigInteger.valueOf(5)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        `          ` | nothing there
        [1         | Unexpected end-of-input: expected close marker for Array, at column 3
        1 2        | more than one value
        ["$X",1]   | there is no form $X
        ["$Set",1] | $Set takes an array
        ["$BigInt",5] | $BigInt takes a string
        """)
    void saysWhatIsWrong(String json, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.read(json)).withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = { "{", "nope", "[1,]", "{\"a\"}", "[\"$BigInt\",\"x\"]", "[\"$Uint8Array\",\"?\"]" })
    void refusesWhatIsNotJson(String json) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.read(json));
    }
}
