package rivet.protocol.value;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/** Plain values of every kind, for tests. */
public final class Values {

    private Values() {
    }

    /** Values that every encoding carries as they are. */
    public static List<Object> universal() {
        return Arrays.asList(null, true, false, 0, -1, 23, 24, 255, 256, 65_535, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE, 2_147_483_648L,
            4_294_967_295L, -2_147_483_649L, -4_294_967_296L, 0.0, -0.0, 0.5, 5.0, 1e7, 1.5e300, 5e-324, 4_294_967_296.0, 9_007_199_254_740_991.0,
            "", "text", "quote \" slash \\ / nul \u0000 control \u001f del \u007f", "é ß Ω 漢 \u2028 \uFFFD 😀 👩‍👩‍👧", "x".repeat(70_000),
            "é".repeat(40_000),
            BigInteger.ZERO, BigInteger.TEN.pow(40), BigInteger.TEN.pow(40).negate(), BigInteger.ONE.shiftLeft(32_768).subtract(BigInteger.ONE),
            new byte[0], new byte[] {0, 1, -1}, new byte[70_000], ByteBuffer.wrap(new byte[] {7, 8}), Undefined.UNDEFINED,
            List.of(), List.of(1, "two", List.of(3.5)), Arrays.asList(null, Undefined.UNDEFINED), List.of("$x", 1), List.of("$$x", 1),
                List.of("$", 1),
            List.of("$BigInt", "5"), List.of("$Set", List.of(1)), List.of("$x"), List.of("$Set", List.of("$BigInt", "1"), 3), List.of("x", "$y"),
            List.of(List.of("$Undefined", 0), List.of("$Unknown", "z")),
            Map.of(), ordered("b", 1, "a", List.of(ordered("", Undefined.UNDEFINED))), ordered("$BigInt", "no tag", "body", null),
            Set.of(), set(2, 1, "x"), set("$BigInt", "1"), set(set("$x", 1), List.of("$x", 1)), set((Object) null));
    }

    /** Values that only CBOR carries as they are. */
    public static List<Object> cborOnly() {
        return Arrays.asList(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
            Instant.ofEpochSecond(1_700_000_000), Instant.ofEpochMilli(1_700_000_000_123L), Instant.EPOCH, Instant.ofEpochMilli(-1),
                Instant.ofEpochSecond(-86_400),
            Instant.ofEpochSecond(4_294_967_295L), Instant.ofEpochSecond(4_294_967_296L), Instant.ofEpochMilli(8_640_000_000_000_000L),
            Instant.ofEpochMilli(-8_640_000_000_000_000L),
            new JsMap(Map.of()), new JsMap(entries(1, "one", "1", List.of("$x", 2), List.of("$x", 3), Undefined.UNDEFINED, null, set(1))),
            new JsMap(entries("a", new JsMap(entries(true, ordered("x", 1))))),
            new TypedArray(TypedArray.Kind.FLOAT32, new byte[] {0, 0, -64, 63}), new TypedArray(TypedArray.Kind.INT8, new byte[0]),
            new Tagged(27, List.of("Error", "TypeError", "no")), new Tagged(27, List.of("RegExp", "a+", "gi")),
            new Tagged(4_000_000_000L, Arrays.asList(null, Undefined.UNDEFINED, BigInteger.ONE, BigInteger.TWO.pow(64), List.of("$x", 1), set(1,
                2),
                new byte[] {1}, ByteBuffer.wrap(new byte[] {2}), new JsMap(entries(1, 2)), new Tagged(7, null))),
            new Tagged(-1L, "the greatest tag"), new Tagged(84, ByteBuffer.wrap(new byte[] {1, 2})));
    }

    public static List<Object> all() {
        List<Object> all = new ArrayList<>(universal());
        all.addAll(cborOnly());
        return all;
    }

    public static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        entries(namesAndValues).forEach((name, value) -> object.put((String) name, value));
        return object;
    }

    public static Map<Object, Object> entries(Object... keysAndValues) {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            entries.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return entries;
    }

    public static Set<Object> set(Object... elements) {
        return new LinkedHashSet<>(Arrays.asList(elements));
    }

    /** A list in a list in a list ..., so many deep. */
    public static Object nested(int depth) {
        Object value = List.of();
        for (int i = 1; i < depth; i++) {
            value = List.of(value);
        }
        return value;
    }
}
