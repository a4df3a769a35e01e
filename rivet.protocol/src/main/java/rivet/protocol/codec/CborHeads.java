package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The items of CBOR (RFC 8949), all of definite length and, where it is not said otherwise, in their shortest form. */
final class CborHeads {

    static final int UNSIGNED = 0;
    static final int NEGATIVE = 1;
    static final int BYTES = 2;
    static final int TEXT = 3;
    static final int ARRAY = 4;
    static final int MAP = 5;
    static final int TAG = 6;

    private static final int FALSE = 0xf4;
    private static final int TRUE = 0xf5;
    private static final int NULL = 0xf6;
    private static final int UNDEFINED = 0xf7;
    private static final int FLOAT64 = 0xfb;

    private final ByteSink sink;

    CborHeads(ByteSink sink) {
        this.sink = sink;
    }

    /** Writes a head; the argument is unsigned. */
    void head(int major, long argument) {
        int type = major << 5;
        if (argument >= 0 && argument < 24) {
            sink.u8(type | (int) argument);
        } else if (argument >>> 8 == 0) {
            sink.u8(type | 24);
            sink.u8((int) argument);
        } else if (argument >>> 16 == 0) {
            sink.u8(type | 25);
            sink.u16Big((int) argument);
        } else if (argument >>> 32 == 0) {
            sink.u8(type | 26);
            sink.u32Big((int) argument);
        } else {
            head8(major, argument);
        }
    }

    /** Writes a head of nine bytes whatever the argument: an integer of this form is a bigint to clients. */
    void head8(int major, long argument) {
        sink.u8(major << 5 | 27);
        sink.u64Big(argument);
    }

    void integer(long value) {
        if (value >= 0) {
            head(UNSIGNED, value);
        } else {
            head(NEGATIVE, ~value);
        }
    }

    void float64(double value) {
        sink.u8(FLOAT64);
        sink.u64Big(Double.doubleToRawLongBits(value));
    }

    void bool(boolean value) {
        sink.u8(value ? TRUE : FALSE);
    }

    void nothing() {
        sink.u8(NULL);
    }

    void undefined() {
        sink.u8(UNDEFINED);
    }

    /** Writes a text; a lone surrogate, which UTF-8 cannot hold, becomes a question mark. */
    void text(String text) {
        utf8(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a text that is UTF-8 already. */
    void utf8(byte[] text) {
        head(TEXT, text.length);
        sink.bytes(text);
    }

    void byteString(byte[] content) {
        head(BYTES, content.length);
        sink.bytes(content);
    }

    /** Writes a date as JavaScript clients do: whole seconds in four bytes where that is possible, else a float. */
    void date(long millis) {
        head(TAG, CborTags.DATE);
        long seconds = millis / 1000;
        if (millis % 1000 == 0 && seconds >>> 32 == 0) {
            sink.u8(UNSIGNED << 5 | 26);
            sink.u32Big((int) seconds);
        } else {
            float64(millis / 1000.0);
        }
    }

    void bigInteger(BigInteger value) {
        int major = value.signum() < 0 ? NEGATIVE : UNSIGNED;
        BigInteger argument = value.signum() < 0 ? value.not() : value;
        if (argument.bitLength() <= Long.SIZE) {
            head8(major, argument.longValue());
        } else {
            head(TAG, CborTags.BIG_INTEGER + major);
            byteString(unsigned(argument));
        }
    }

    private static byte[] unsigned(BigInteger magnitude) {
        byte[] content = magnitude.toByteArray();
        return content[0] == 0 ? Arrays.copyOfRange(content, 1, content.length) : content;
    }
}
