package rivet.protocol.value;

import java.nio.ByteBuffer;

import rivet.protocol.codec.ByteSink;
import rivet.protocol.codec.CborReader;
import rivet.protocol.codec.CborWriter;
import rivet.protocol.codec.Limits;

/**
 * Plain values as CBOR, in the profile of the npm client (spec/wire.md 9). It is what {@code data} holds in the bare
 * encoding, what the cbor encoding is made of, and the form of an actor's input.
 * <p>
 * <b>Written</b>: definite lengths, shortest heads. Numbers beyond 32 bits are float64, as is every {@link Double}; a Long
 * beyond 2^53 is rounded to the nearest one, but see {@link #encodeExact}. bigint, Uint8Array, ArrayBuffer, undefined and Set are
 * compat values, and genuine arrays that look like one are escaped. Date is tag 1, in whole seconds when it has no milliseconds;
 * Map is tag 259; typed arrays have the tags 68 to 86; {@link rivet.value.Tagged} goes out as it came in.
 * <p>
 * <b>Read</b>: all of that and whatever else a client may send: byte strings (ArrayBuffer; with tag 64 Uint8Array), tag 0
 * dates, bignums, Set as tag 258, big-endian typed arrays, half and single floats, {@code undefined}, indefinite lengths,
 * heads of any width. An integer of eight bytes is a bigint however small it is; any other is an Integer if it fits, else a
 * Long; a float stays a Double. Names of objects that are not text become text. A compat tag that nobody knows is an array
 * of a client that does not escape. A tag whose content does not fit stays {@link rivet.value.Tagged}.
 * <p>
 * <b>Limits</b>: 256 levels, bigints of 32,768 bits; when reading, 16 levels of Sets and Map keys and 256 elements with one
 * {@link Object#hashCode}. Memory and time are bounded by the size of the input, never by a length that it only claims.
 * <p>
 * The codec is our own because a general one loses what clients tell apart: jackson-dataformat-cbor reads an integer of
 * eight bytes like any other (number or bigint?), makes every key a string (Map or object?) and undefined null.
 */
public final class CborValues {

    private CborValues() {
    }

    /**
     * Encodes a value.
     *
     * @param plain a plain value; null is JavaScript's null
     * @throws IllegalArgumentException if it is not a plain value or exceeds a limit
     */
    public static byte[] encode(Object plain) {
        return encode(plain, false);
    }

    /**
     * Encodes a value that Java will read again, such as an actor's state: as {@link #encode}, but nothing of a {@link Long} is lost. One
     * beyond 2^53, of which a client is told the nearest number, becomes a bigint here.
     *
     * @param plain a plain value; null is JavaScript's null
     * @throws IllegalArgumentException if it is not a plain value or exceeds a limit
     */
    public static byte[] encodeExact(Object plain) {
        return encode(plain, true);
    }

    private static byte[] encode(Object plain, boolean exact) {
        ByteSink sink = new ByteSink();
        new CborWriter(sink, exact).value(plain);
        return sink.toByteArray();
    }

    /**
     * Decodes one value.
     *
     * @return a plain value; null for JavaScript's null
     * @throws rivet.protocol.DecodeException if the bytes are not exactly one well-formed value within the limits
     */
    public static Object decode(byte[] bytes) {
        return CborReader.read(bytes, 0, bytes.length, Limits.DEPTH);
    }

    /** Decodes the remaining bytes, as {@link #decode(byte[])} does; the buffer stays as it is. */
    public static Object decode(ByteBuffer buffer) {
        if (buffer.hasArray()) {
            return CborReader.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining(), Limits.DEPTH);
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return decode(bytes);
    }
}
