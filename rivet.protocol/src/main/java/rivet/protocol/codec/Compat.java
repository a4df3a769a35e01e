package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

/**
 * Compat values: two-element arrays {@code ["$Tag", payload]} that stand for what JSON cannot hold, and the escaping of
 * genuine arrays of that look by one more {@code $} (spec/wire.md 9). JSON and CBOR share these rules.
 */
final class Compat {

    static final String BIG_INT = "$BigInt";
    static final String UINT8_ARRAY = "$Uint8Array";
    static final String ARRAY_BUFFER = "$ArrayBuffer";
    static final String UNDEFINED = "$Undefined";
    static final String SET = "$Set";

    private static final Instant FIRST_DATE = Instant.ofEpochMilli(-Limits.DATE_MILLIS);
    private static final Instant LAST_DATE = Instant.ofEpochMilli(Limits.DATE_MILLIS);

    private Compat() {
    }

    /** Returns whether a reader would take this genuine array for a compat value. */
    static boolean looksTagged(List<?> list) {
        return list.size() == 2 && list.getFirst() instanceof String tag && tag.startsWith("$");
    }

    /** @throws IllegalArgumentException if it is longer than readers accept */
    static String digits(BigInteger value) {
        return checked(value).toString();
    }

    static BigInteger checked(BigInteger value) {
        if (value.bitLength() > Limits.BIG_INTEGER_BITS) {
            throw new IllegalArgumentException("a bigint of " + value.bitLength() + " bits: the limit is " + Limits.BIG_INTEGER_BITS);
        }
        return value;
    }

    static byte[] contentOf(ByteBuffer buffer) {
        byte[] content = new byte[buffer.remaining()];
        buffer.get(buffer.position(), content);
        return content;
    }

    /** @throws IllegalArgumentException if no JavaScript Date can hold it */
    static long millisOf(Instant instant) {
        if (!fitsDate(instant)) {
            throw new IllegalArgumentException("a time that no JavaScript Date can hold: " + instant);
        }
        return instant.toEpochMilli();
    }

    static boolean fitsDate(Instant instant) {
        return !instant.isBefore(FIRST_DATE) && !instant.isAfter(LAST_DATE);
    }

    static IllegalArgumentException notPlain(Object value) {
        return new IllegalArgumentException("not a plain value: " + value.getClass().getName());
    }

    static IllegalArgumentException tooDeep() {
        return new IllegalArgumentException("the value is nested more than " + Limits.DEPTH + " deep");
    }
}
