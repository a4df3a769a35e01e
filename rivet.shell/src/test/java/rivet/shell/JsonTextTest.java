package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.protocol.value.JsonValues;
import rivet.value.JsMap;
import rivet.value.Undefined;

class JsonTextTest {

    @Test
    void writesForPeople() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("name", "bob");
        value.put("tags", Arrays.asList("a", null));
        value.put("nested", Map.of("list", List.of(Map.of("n", 5), Map.of())));
        value.put("none", List.of());
        assertThat(JsonText.pretty(value)).isEqualTo("""
            {
              "name": "bob",
              "tags": ["a", null],
              "nested": {
                "list": [{
                  "n": 5
                }, {}]
              },
              "none": []
            }""");
        assertThat(JsonText.compact(value))
            .isEqualTo("{\"name\":\"bob\",\"tags\":[\"a\",null],\"nested\":{\"list\":[{\"n\":5},{}]},\"none\":[]}");
    }

    @Test
    void writesWhatJsonDoesNotHave() {
        assertThat(JsonText.pretty(new BigInteger("123456789012345678901"))).isEqualTo("[\"$BigInt\", \"123456789012345678901\"]");
        assertThat(JsonText.pretty(new byte[] { 1, 2, 3 })).isEqualTo("[\"$Uint8Array\", \"AQID\"]");
        assertThat(JsonText.pretty(new LinkedHashSet<>(List.of(1, "x")))).isEqualTo("[\"$Set\", [1, \"x\"]]");
        assertThat(JsonText.compact(new JsMap(Map.of("a", 1)))).isEqualTo("{\"a\":1}");
        assertThat(JsonText.pretty(Instant.parse("2026-11-30T12:00:00.001Z"))).isEqualTo("\"2026-11-30T12:00:00.001Z\"");
        assertThat(JsonText.pretty(List.of(Undefined.UNDEFINED))).isEqualTo("[[\"$Undefined\", 0]]");
        assertThat(JsonText.pretty(Undefined.UNDEFINED)).isEqualTo("undefined");
        assertThat(JsonText.compact(Undefined.UNDEFINED)).isEqualTo("undefined");
    }

    @Test
    void writesNothingThatMovesTheCursor() {
        for (String text : List.of(JsonText.pretty("a\u001b[2J\u009b2J\u202eb\n"), JsonText.compact("a\u001b[2J\u009b2J\u202eb\n"))) {
            assertThat(text).isEqualToIgnoringCase("\"a\\u001b[2J\\u009b2J\\u202eb\\n\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "null", "true", "-1.5", "[]", "{}", "[[],[{}]]", "[1,2.5,\"x\",null]", "{\"a\":[{\"b\":1,\"c\":{}}],\"d\":2}",
        "\"\"", "\"{\\\"a\\\":[1,2]}\"", "{\"\\\\\":\"a\\\\\\\"b, c: d\"}", "[\"$BigInt\",\"5\"]",
        "[\"$Set\",[1,[\"$Set\",[]]]]", "[\"$$x\",1]" })
    void theTwoFormsAreTheSameValue(String json) {
        Object value = JsonValues.read(json);
        assertThat(JsonText.compact(value)).isEqualTo(json);
        assertThat(JsonValues.write(JsonValues.read(JsonText.pretty(value)))).isEqualTo(json);
    }
}
