package rivet.test.smoke;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.value.JsMap;
import rivet.value.Undefined;

class ValuesTest {

    static List<Map.Entry<String, Object>> kinds() {
        return List.of(
            Map.entry("undefined", Undefined.UNDEFINED),
            Map.entry("bigint:-5", BigInteger.valueOf(-5)),
            Map.entry("bytes:00ff", new byte[] {0, (byte) 255}),
            Map.entry("arraybuffer:0203", ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2).asReadOnlyBuffer()),
            Map.entry("date:2023-11-14T22:13:20.000Z", Instant.ofEpochSecond(1_700_000_000)),
            Map.entry("date:2023-11-14T22:13:20.123Z", Instant.ofEpochMilli(1_700_000_000_123L)),
            Map.entry("map:1", new JsMap(Map.of("k", 1))),
            Map.entry("set:2", Set.of(1, "two")),
            Map.entry("array:3", List.of(1, 2, 3)),
            Map.entry("number", 1.5),
            Map.entry("string", "x"),
            Map.entry("boolean", true),
            Map.entry("object", Map.of()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void tellsKindsApart(Map.Entry<String, Object> kind) {
        assertThat(Values.typeOf(kind.getValue())).isEqualTo(kind.getKey());
    }

    @Test
    void tellsNullApart() {
        assertThat(Values.typeOf(null)).isEqualTo("null");
    }

    @Test
    void leavesABufferAsItWas() {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3});
        Values.typeOf(buffer);
        assertThat(buffer.remaining()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bigint", "smallbigint", "bytes", "arraybuffer", "date", "undefined", "null", "map", "set"})
    void makesWhatItIsAskedFor(String kind) {
        assertThat(Values.typeOf(Values.make(kind))).startsWith(kind.replace("small", ""));
    }

    @Test
    void makesNestedValues() {
        Map<?, ?> nested = (Map<?, ?>) Values.make("nested");
        assertThat(List.copyOf(nested.keySet())).isEqualTo(List.of("a", "b", "c", "d"));
        assertThat(nested.get("a")).isEqualTo(Undefined.UNDEFINED);
        assertThat(nested.get("b")).usingRecursiveComparison()
            .isEqualTo(Arrays.asList(Undefined.UNDEFINED, BigInteger.ONE, new byte[] {7}));
        assertThat(nested.get("d")).isEqualTo(List.of("$x", 1));
    }
}
