package rivet.shell;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;

import rivet.value.Undefined;

/** Reads JSON into plain values (see {@link rivet.value}), with the clients' forms for what JSON does not have (spec/wire.md 9). */
final class JsonReader {

    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonReader() {}

    /**
     * Reads the one value that the text is.
     *
     * @return the value; null for {@code null}
     * @throws IllegalArgumentException if it is not JSON, or more than one value, or a form that does not exist
     */
    static Object read(String text) {
        try (JsonParser in = FACTORY.createParser(text)) {
            if (in.nextToken() == null) {
                throw new IllegalArgumentException("nothing there");
            }
            Object value = value(in);
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("more than one value");
            }
            return value;
        } catch (JsonProcessingException e) {
            String reason = e.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
            throw new IllegalArgumentException(reason + ", at column " + e.getLocation().getColumnNr(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Object value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_ARRAY -> list(in);
            case START_OBJECT -> map(in);
            case VALUE_STRING -> in.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> number(in);
        };
    }

    /** A whole number beyond 64 bits is what it is in JavaScript: the nearest double. */
    private static Number number(JsonParser in) throws IOException {
        return switch (in.getNumberType()) {
            case INT -> in.getIntValue();
            case LONG -> in.getLongValue();
            default -> in.getDoubleValue();
        };
    }

    private static Map<String, Object> map(JsonParser in) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            map.put(name, value(in));
        }
        return map;
    }

    private static Object list(JsonParser in) throws IOException {
        List<Object> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(in));
        }
        if (list.size() != 2 || !(list.getFirst() instanceof String form) || !form.startsWith("$")) {
            return list;
        }
        if (form.startsWith("$$")) {
            list.set(0, form.substring(1));
            return list;
        }
        return form(form, list.get(1));
    }

    private static Object form(String form, Object value) {
        return switch (form) {
            case "$BigInt" -> new BigInteger(text(form, value));
            case "$Uint8Array" -> Base64.getDecoder().decode(text(form, value));
            case "$ArrayBuffer" -> ByteBuffer.wrap(Base64.getDecoder().decode(text(form, value)));
            case "$Undefined" -> Undefined.UNDEFINED;
            case "$Set" -> new LinkedHashSet<>(members(form, value));
            default -> throw new IllegalArgumentException("there is no form " + form);
        };
    }

    private static List<?> members(String form, Object value) {
        if (value instanceof List<?> members) {
            return members;
        }
        throw new IllegalArgumentException(form + " takes an array");
    }

    private static String text(String form, Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(form + " takes a string");
    }
}
