package rivet.protocol.value;

import rivet.protocol.codec.ByteSink;
import rivet.protocol.codec.JsonReader;
import rivet.protocol.codec.JsonWriter;
import rivet.protocol.codec.Limits;
import rivet.protocol.codec.Utf8;

/**
 * Plain values as JSON, in the profile of the npm client (spec/wire.md 9).
 * <p>
 * <b>Written</b>: bigint, Uint8Array, ArrayBuffer, undefined and Set are compat values, and genuine arrays that look like one
 * are escaped. What JSON cannot hold becomes what JavaScript makes of it: NaN and the infinities null, a Date its ISO string
 * with milliseconds, a typed array an object by index, other tagged values {@code {}}; a Map becomes an object, which keeps
 * more than JavaScript does. An {@link Integer} or {@link Long} is written without a fraction, a {@link Double} with one, so that
 * Java reads back what it wrote; to JavaScript they are the same.
 * <p>
 * <b>Read</b>: an integer is an Integer if it fits, else a Long, beyond 63 bits the nearest Double; anything with a fraction or an
 * exponent, and {@code -0}, is a Double. Of equal names the last wins.
 * <p>
 * <b>Limits</b>: 256 levels, bigints of 32,768 bits, numbers of 1,000 characters; when reading, 16 levels of Sets.
 */
public final class JsonValues {

    private JsonValues() {
    }

    /**
     * Encodes a value as text.
     *
     * @param plain a plain value; null is JavaScript's null
     * @throws IllegalArgumentException if it is not a plain value or exceeds a limit
     */
    public static String write(Object plain) {
        return sink(plain).toText();
    }

    /** Encodes a value as UTF-8, as {@link #write} does. */
    public static byte[] writeBytes(Object plain) {
        return sink(plain).toByteArray();
    }

    /**
     * Decodes one value, compat values revived.
     *
     * @return a plain value; null for JavaScript's null
     * @throws rivet.protocol.DecodeException if the text is not exactly one well-formed value within the limits
     */
    public static Object read(String json) {
        return JsonReader.read(json, true, Limits.DEPTH);
    }

    /**
     * Decodes UTF-8, as {@link #read(String)} does.
     *
     * @throws rivet.protocol.DecodeException also if the bytes are not UTF-8
     */
    public static Object read(byte[] json) {
        return read(Utf8.decode(json, 0, json.length, 0));
    }

    /** Decodes one value as it stands: parameters of connections and bodies of the engine API know no compat values. */
    public static Object readPlain(String json) {
        return JsonReader.read(json, false, Limits.DEPTH);
    }

    /** Decodes UTF-8, as {@link #readPlain(String)} does. */
    public static Object readPlain(byte[] json) {
        return readPlain(Utf8.decode(json, 0, json.length, 0));
    }

    private static ByteSink sink(Object plain) {
        ByteSink sink = new ByteSink();
        new JsonWriter(sink).value(plain);
        return sink;
    }
}
