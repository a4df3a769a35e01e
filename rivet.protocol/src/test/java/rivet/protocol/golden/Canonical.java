package rivet.protocol.golden;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import rivet.value.JsMap;
import rivet.value.Tagged;

/**
 * Makes values comparable as JavaScript would compare them: a number is a number, bytes are equal by content, the fields of objects have no
 * order, elements of a Set and entries of a Map have.
 */
public final class Canonical {

    private Canonical() {
    }

    public static Object of(Object value) {
        return switch (value) {
            case null -> null;
            case Integer number -> number.doubleValue();
            case Long number -> number.doubleValue();
            case byte[] bytes -> Map.of("#bytes", HexFormat.of().formatHex(bytes));
            case ByteBuffer buffer -> Map.of("#buffer", HexFormat.of().formatHex(buffer.array()));
            case List<?> list -> list(list);
            case Set<?> set -> Map.of("#set", list(new ArrayList<>(set)));
            case JsMap map -> Map.of("#map", list(entries(map.entries())));
            case Map<?, ?> object -> object(object);
            case Tagged tagged -> Map.of("#tag", tagged.tag(), "value", list(Arrays.asList(tagged.value())));
            default -> value;
        };
    }

    private static List<Object> list(List<?> list) {
        List<Object> result = new ArrayList<>();
        list.forEach(item -> result.add(of(item)));
        return result;
    }

    private static List<Object> entries(Map<?, ?> map) {
        List<Object> result = new ArrayList<>();
        new LinkedHashMap<>(map).forEach((key, value) -> {
            result.add(key);
            result.add(value);
        });
        return result;
    }

    private static Map<Object, Object> object(Map<?, ?> object) {
        Map<Object, Object> result = new HashMap<>();
        object.forEach((name, value) -> result.put(name, of(value)));
        return result;
    }
}
