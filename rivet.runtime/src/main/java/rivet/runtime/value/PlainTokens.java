package rivet.runtime.value;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.databind.util.TokenBuffer;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/** Turns a plain value into the tokens that Jackson reads typed values from, and notes the plain value behind each. */
final class PlainTokens {

    private static final double LARGEST_EXACT = 9007199254740992.0;

    private final TokenBuffer out;
    private final List<Object> values = new ArrayList<>();

    private PlainTokens(TokenBuffer out) {
        this.out = out;
    }

    /** Returns a parser of a plain value's tokens. */
    static PlainParser parser(Object plain, ObjectCodec codec) throws IOException {
        try (TokenBuffer buffer = new TokenBuffer(codec, false)) {
            PlainTokens tokens = new PlainTokens(buffer);
            tokens.write(plain);
            return new PlainParser(buffer.asParser(codec), tokens.values);
        }
    }

    /** Each value that is noted has one token that begins it. */
    private void write(Object plain) throws IOException {
        values.add(plain);
        Object value = plain;
        while (value instanceof Tagged tagged) {
            value = tagged.value();
        }
        token(value);
    }

    private void token(Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case Undefined u -> out.writeNull();
            case String s -> out.writeString(s);
            case Boolean b -> out.writeBoolean(b);
            case Integer n -> out.writeNumber(n);
            case Long n -> out.writeNumber(n);
            case BigInteger n -> out.writeNumber(n);
            case Double n -> number(n);
            case byte[] bytes -> out.writeEmbeddedObject(bytes);
            case ByteBuffer buffer -> out.writeEmbeddedObject(bytes(buffer));
            case Collection<?> items -> array(items);
            case JsMap map -> object(map.entries());
            case Map<?, ?> map -> object(map);
            case TypedArray array -> array(elements(array));
            default -> out.writeEmbeddedObject(value);
        }
    }

    /** JavaScript has one kind of number, so a whole double is as good as an integer. */
    private void number(double n) throws IOException {
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

    private void array(Collection<?> items) throws IOException {
        out.writeStartArray();
        for (Object item : items) {
            write(item);
        }
        out.writeEndArray();
    }

    private void object(Map<?, ?> map) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getValue() != Undefined.UNDEFINED) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(entry.getValue());
            }
        }
        out.writeEndObject();
    }

    private static List<Object> elements(TypedArray array) {
        ByteBuffer in = ByteBuffer.wrap(array.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        List<Object> elements = new ArrayList<>();
        while (in.hasRemaining()) {
            elements.add(switch (array.kind()) {
                case INT8 -> (Object) (int) in.get();
                case UINT8_CLAMPED -> in.get() & 0xff;
                case INT16 -> (int) in.getShort();
                case UINT16 -> in.getShort() & 0xffff;
                case INT32 -> in.getInt();
                case UINT32 -> in.getInt() & 0xffff_ffffL;
                case INT64 -> in.getLong();
                case UINT64 -> new BigInteger(Long.toUnsignedString(in.getLong()));
                case FLOAT32 -> (double) in.getFloat();
                case FLOAT64 -> in.getDouble();
            });
        }
        return elements;
    }
}
