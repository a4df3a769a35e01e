package rivet.protocol.golden;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import rivet.value.JsMap;
import rivet.value.Undefined;

/**
 * Reads the golden file's own notation of what a vector means. Written apart from the codecs, so that it can judge them: compat values as
 * they are on the wire, and {@code #} objects for what came in a form of CBOR's own.
 */
final class Expected {

    private Expected() {
    }

    static Object value(JsonNode node) {
        return switch (node.getNodeType()) {
            case NULL -> null;
            case BOOLEAN -> node.booleanValue();
            case STRING -> node.textValue();
            case NUMBER -> node.isInt() ? (Object) node.intValue() : node.isLong() ? (Object) node.longValue() : (Object) node.doubleValue();
            case ARRAY -> array(node);
            case OBJECT -> object(node);
            default -> throw new IllegalArgumentException(node.toString());
        };
    }

    private static Object array(JsonNode node) {
        if (node.size() == 2 && node.get(0).isTextual() && node.get(0).textValue().startsWith("$")) {
            JsonNode payload = node.get(1);
            switch (node.get(0).textValue()) {
                case "$Undefined":
                    return Undefined.UNDEFINED;
                case "$BigInt":
                    return new BigInteger(payload.textValue());
                case "$Uint8Array":
                    return Base64.getDecoder().decode(payload.textValue());
                case "$ArrayBuffer":
                    return ByteBuffer.wrap(Base64.getDecoder().decode(payload.textValue()));
                case "$Set":
                    return new LinkedHashSet<>(list(payload));
                default:
                    List<Object> genuine = list(node);
                    if (node.get(0).textValue().startsWith("$$")) {
                        genuine.set(0, node.get(0).textValue().substring(1));
                    }
                    return genuine;
            }
        }
        return list(node);
    }

    private static List<Object> list(JsonNode node) {
        List<Object> list = new ArrayList<>();
        node.forEach(item -> list.add(value(item)));
        return list;
    }

    private static Object object(JsonNode node) {
        if (node.has("cborHex")) {
            return value(node.get("value"));
        }
        if (node.has("#bigint")) {
            return new BigInteger(node.get("#bigint").textValue());
        }
        if (node.has("#bytes")) {
            return HexFormat.of().parseHex(node.get("#bytes").textValue());
        }
        if (node.has("#undefined")) {
            return Undefined.UNDEFINED;
        }
        if (node.has("#date")) {
            return Instant.parse(node.get("#date").textValue());
        }
        if (node.has("#map")) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            node.get("#map").forEach(entry -> entries.put(value(entry.get(0)), value(entry.get(1))));
            return new JsMap(entries);
        }
        Map<String, Object> object = new LinkedHashMap<>();
        node.properties().forEach(field -> object.put(field.getKey(), value(field.getValue())));
        return object;
    }
}
