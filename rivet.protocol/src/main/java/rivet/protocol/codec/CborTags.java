package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

import rivet.protocol.DecodeException;
import rivet.value.Tagged;
import rivet.value.TypedArray;

/** What the tags of CBOR mean. Content that a tag does not fit stays {@link Tagged}, as does a tag that is not known. */
final class CborTags {

    static final int DATE_TEXT = 0;
    static final int DATE = 1;
    static final int BIG_INTEGER = 2;
    static final int NEGATIVE_BIG_INTEGER = 3;
    static final int UINT8_ARRAY = 64;
    static final int SET = 258;
    static final int MAP = 259;

    private static final int LAST_ARRAY = 87;
    private static final int LITTLE_ENDIAN = 4;
    private static final TypedArray.Kind[] KINDS = kinds();

    private CborTags() {
    }

    static Object apply(long tag, Object content, long offset) {
        Object value = null;
        if (tag == DATE_TEXT && content instanceof String text) {
            value = date(text);
        } else if (tag == DATE && content instanceof Number seconds) {
            value = date(seconds.doubleValue());
        } else if (content instanceof ByteBuffer bytes) {
            value = bytes(tag, bytes.array(), offset);
        }
        return value == null ? new Tagged(tag, content) : value;
    }

    private static Instant date(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
            return Compat.fitsDate(instant) ? instant : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Instant date(double seconds) {
        double millis = seconds * 1000;
        // also false for NaN, which is how JavaScript sends an invalid Date
        return Math.abs(millis) <= Limits.DATE_MILLIS ? Instant.ofEpochMilli(Math.round(millis)) : null;
    }

    private static Object bytes(long tag, byte[] bytes, long offset) {
        if (tag == BIG_INTEGER || tag == NEGATIVE_BIG_INTEGER) {
            if (bytes.length > Limits.BIG_INTEGER_BITS / 8) {
                throw new DecodeException("a bigint of " + bytes.length + " bytes is too long", offset);
            }
            BigInteger magnitude = new BigInteger(1, bytes);
            return tag == BIG_INTEGER ? magnitude : magnitude.not();
        }
        if (tag == UINT8_ARRAY) {
            return bytes;
        }
        return tag > UINT8_ARRAY && tag <= LAST_ARRAY ? typedArray((int) tag, bytes) : null;
    }

    /** The bits of a tag of RFC 8746 say it all: 010 f s e ll, where e is little-endian and f + ll the logarithm of the size. */
    private static TypedArray typedArray(int tag, byte[] bytes) {
        int elementSize = 1 << ((tag >> 4 & 1) + (tag & 3));
        TypedArray.Kind kind = KINDS[elementSize == 1 ? tag : tag | LITTLE_ENDIAN];
        if (kind == null || bytes.length % elementSize != 0) {
            return null;
        }
        return new TypedArray(kind, elementSize > 1 && (tag & LITTLE_ENDIAN) == 0 ? reversed(bytes, elementSize) : bytes);
    }

    private static byte[] reversed(byte[] bytes, int elementSize) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i - i % elementSize + elementSize - 1 - i % elementSize] = bytes[i];
        }
        return result;
    }

    private static TypedArray.Kind[] kinds() {
        TypedArray.Kind[] kinds = new TypedArray.Kind[LAST_ARRAY + 1];
        for (TypedArray.Kind kind : TypedArray.Kind.values()) {
            kinds[kind.tag()] = kind;
        }
        return kinds;
    }
}
