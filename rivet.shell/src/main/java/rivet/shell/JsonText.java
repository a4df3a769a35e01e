package rivet.shell;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/**
 * Writes plain values (see {@link rivet.value}) as JSON for people. What JSON does not have is written in the clients' way
 * (spec/wire.md 9), {@code ["$BigInt","5"]}, so that it is seen for what it is and {@link JsonReader} takes it back; maps, typed arrays and
 * tags, for which clients have no way in JSON, as {@code $Map}, {@code $TypedArray} and {@code $Tag} alike, for reading only.
 */
final class JsonText {

    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /** Returns the value on lines of its own. */
    static String pretty(Object value) {
        Separators separators = Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER);
        return text(value, new DefaultPrettyPrinter(separators).withObjectIndenter(new DefaultIndenter("  ", "\n")));
    }

    /** Returns the value on one line. */
    static String compact(Object value) {
        return text(value, null);
    }

    private static String text(Object value, DefaultPrettyPrinter printer) {
        if (value == Undefined.UNDEFINED) {
            return "undefined";
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            out.setPrettyPrinter(printer);
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Printable.text(text.toString());
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case String text -> out.writeString(text);
            case Boolean truth -> out.writeBoolean(truth);
            case Integer number -> out.writeNumber(number);
            case Long number -> out.writeNumber(number);
            case Double number -> writeNumber(out, number);
            case List<?> list -> writeList(out, list);
            case Map<?, ?> map -> writeMap(out, map);
            default -> writeOther(out, value);
        }
    }

    /** JavaScript has one kind of number: a whole one is written without a point. */
    private static void writeNumber(JsonGenerator out, double number) throws IOException {
        if (number == Math.rint(number) && Math.abs(number) < 1L << 53) {
            out.writeNumber((long) number);
        } else {
            out.writeNumber(number);
        }
    }

    private static void writeList(JsonGenerator out, List<?> list) throws IOException {
        out.writeStartArray();
        boolean lookalike = list.size() == 2 && list.getFirst() instanceof String first && first.startsWith("$");
        if (lookalike) {
            out.writeString("$" + list.getFirst());
        }
        for (Object element : lookalike ? list.subList(1, 2) : list) {
            write(out, element);
        }
        out.writeEndArray();
    }

    private static void writeMap(JsonGenerator out, Map<?, ?> map) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.writeFieldName(String.valueOf(entry.getKey()));
            write(out, entry.getValue());
        }
        out.writeEndObject();
    }

    private static void writeOther(JsonGenerator out, Object value) throws IOException {
        switch (value) {
            case Undefined _ -> writePair(out, "$Undefined", 0);
            case BigInteger number -> writePair(out, "$BigInt", number.toString());
            case byte[] bytes -> writePair(out, "$Uint8Array", base64(bytes));
            case ByteBuffer buffer -> writePair(out, "$ArrayBuffer", base64(bytes(buffer)));
            case TypedArray array -> writePair(out, "$TypedArray", List.of(array.kind().name(), base64(array.bytes())));
            case Set<?> set -> writePair(out, "$Set", new ArrayList<>(set));
            case JsMap map -> writePair(out, "$Map", entries(map));
            case Tagged tagged -> writePair(out, "$Tag", pair(tagged.tag(), tagged.value()));
            default -> out.writeString(value.toString());
        }
    }

    private static void writePair(JsonGenerator out, String name, Object value) throws IOException {
        out.writeStartArray();
        out.writeString(name);
        write(out, value);
        out.writeEndArray();
    }

    private static List<Object> entries(JsMap map) {
        List<Object> entries = new ArrayList<>();
        map.entries().forEach((key, value) -> entries.add(pair(key, value)));
        return entries;
    }

    private static List<Object> pair(Object first, Object second) {
        List<Object> pair = new ArrayList<>();
        pair.add(first);
        pair.add(second);
        return pair;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
