package rivet.test.smoke;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import rivet.value.JsMap;
import rivet.value.Undefined;

/** The values that {@code counter} makes and tells apart. */
final class Values {

    private static final BigInteger BIG = new BigInteger("9007199254740993");
    // as JavaScript's toISOString: milliseconds always
    private static final DateTimeFormatter ISO =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Values() {}

    static String typeOf(Object value) {
        return switch (value) {
            case null -> "null";
            case Undefined _ -> "undefined";
            case BigInteger n -> "bigint:" + n;
            case byte[] bytes -> "bytes:" + HexFormat.of().formatHex(bytes);
            case ByteBuffer buffer -> "arraybuffer:" + HexFormat.of().formatHex(bytes(buffer));
            case Instant at -> "date:" + ISO.format(at);
            case JsMap map -> "map:" + map.entries().size();
            case Set<?> set -> "set:" + set.size();
            case Collection<?> list -> "array:" + list.size();
            case Number _ -> "number";
            case String _ -> "string";
            case Boolean _ -> "boolean";
            default -> "object";
        };
    }

    static Object make(String kind) {
        return switch (kind) {
            case "bigint" -> BIG;
            case "smallbigint" -> BigInteger.valueOf(5);
            case "negbigint" -> BIG.negate();
            case "bytes" -> new byte[] {0, 1, 2, (byte) 253, (byte) 254, (byte) 255};
            case "arraybuffer" -> ByteBuffer.wrap(new byte[] {1, 2, 3});
            case "date" -> Instant.ofEpochMilli(1_700_000_000_123L);
            case "undefined" -> Undefined.UNDEFINED;
            case "null" -> null;
            case "nested" -> nested();
            case "map" -> new JsMap(inOrder("k", 1, "j", "v"));
            case "set" -> Collections.unmodifiableSet(new LinkedHashSet<>(List.of(1, "two")));
            default -> makePlain(kind);
        };
    }

    private static Object makePlain(String kind) {
        return switch (kind) {
            case "float" -> 0.1;
            case "intfloat" -> 4_294_967_296L;
            case "maxsafe" -> 9_007_199_254_740_991L;
            case "negative" -> -1;
            case "nan" -> Double.NaN;
            case "inf" -> Double.POSITIVE_INFINITY;
            case "unicode" -> "h\u00e9llo \ud83d\ude00 \u0000 end";
            case "longstr" -> "x".repeat(300);
            default -> kind;
        };
    }

    private static Map<Object, Object> nested() {
        List<Object> b = Arrays.asList(Undefined.UNDEFINED, BigInteger.ONE, new byte[] {7});
        return inOrder("a", Undefined.UNDEFINED, "b", b, "c", "$x", "d", List.of("$x", 1));
    }

    private static Map<Object, Object> inOrder(Object... keysAndValues) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
