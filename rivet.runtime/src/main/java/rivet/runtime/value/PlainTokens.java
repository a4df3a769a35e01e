package rivet.runtime.value;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collection;
import java.util.Map;

import com.fasterxml.jackson.core.JsonGenerator;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/** Writes a plain value as the tokens that Jackson reads typed values from. */
final class PlainTokens {

    private static final double LARGEST_EXACT = 9007199254740992.0;

    private PlainTokens() {}

    static void write(Object plain, JsonGenerator out) throws IOException {
        switch (plain) {
            case null -> out.writeNull();
            case Undefined u -> out.writeNull();
            case String s -> out.writeString(s);
            case Boolean b -> out.writeBoolean(b);
            case Integer n -> out.writeNumber(n);
            case Long n -> out.writeNumber(n);
            case BigInteger n -> out.writeNumber(n);
            case Double n -> number(n, out);
            case byte[] bytes -> out.writeEmbeddedObject(bytes);
            case ByteBuffer buffer -> out.writeEmbeddedObject(bytes(buffer));
            case Collection<?> items -> array(items, out);
            case JsMap map -> object(map.entries(), out);
            case Map<?, ?> map -> object(map, out);
            case TypedArray array -> elements(array, out);
            case Tagged tagged -> write(tagged.value(), out);
            default -> out.writeEmbeddedObject(plain);
        }
    }

    /** JavaScript has one kind of number, so a whole double is as good as an integer. */
    private static void number(double n, JsonGenerator out) throws IOException {
        boolean whole = n == Math.rint(n) && Math.abs(n) <= LARGEST_EXACT && !(n == 0 && 1 / n < 0);
        if (whole) {
            out.writeNumber((long) n);
        } else {
            out.writeNumber(n);
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static void array(Collection<?> items, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (Object item : items) {
            write(item, out);
        }
        out.writeEndArray();
    }

    private static void object(Map<?, ?> map, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getValue() != Undefined.UNDEFINED) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(entry.getValue(), out);
            }
        }
        out.writeEndObject();
    }

    private static void elements(TypedArray array, JsonGenerator out) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(array.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        out.writeStartArray();
        while (in.hasRemaining()) {
            switch (array.kind()) {
                case INT8 -> out.writeNumber((int) in.get());
                case UINT8_CLAMPED -> out.writeNumber(in.get() & 0xff);
                case INT16 -> out.writeNumber((int) in.getShort());
                case UINT16 -> out.writeNumber(in.getShort() & 0xffff);
                case INT32 -> out.writeNumber(in.getInt());
                case UINT32 -> out.writeNumber(in.getInt() & 0xffff_ffffL);
                case INT64 -> out.writeNumber(in.getLong());
                case UINT64 -> out.writeNumber(new BigInteger(Long.toUnsignedString(in.getLong())));
                case FLOAT32 -> out.writeNumber(in.getFloat());
                case FLOAT64 -> out.writeNumber(in.getDouble());
            }
        }
        out.writeEndArray();
    }
}
