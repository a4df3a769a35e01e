package rivet.protocol.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strings and numbers of JSON. */
final class JsonText {

    /** The largest integer up to which every integer is a double. */
    private static final double EXACT = 1L << 53;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ESCAPES = escapes();

    private final ByteSink sink;

    JsonText(ByteSink sink) {
        this.sink = sink;
    }

    /**
     * Writes a string as {@code JSON.stringify} does: as UTF-8, and a lone surrogate, which JavaScript strings may have but
     * UTF-8 may not, as an escape.
     */
    void string(String text) {
        sink.u8('"');
        int done = 0;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || ESCAPES[c] != 0) {
                sink.ascii(text, done, i);
                i += special(text, i, c);
                done = i + 1;
            }
        }
        sink.ascii(text, done, length);
        sink.u8('"');
    }

    /** Writes one character that needs more than a byte; returns how many more it took. */
    private int special(String text, int at, char c) {
        if (c < 0x80) {
            escape(c);
        } else if (c < 0x800) {
            sink.u8(0xc0 | c >> 6);
            continuation(c);
        } else if (Character.isHighSurrogate(c) && at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))) {
            supplementary(Character.toCodePoint(c, text.charAt(at + 1)));
            return 1;
        } else if (Character.isSurrogate(c)) {
            hex(c);
        } else {
            sink.u8(0xe0 | c >> 12);
            continuation(c >> 6);
            continuation(c);
        }
        return 0;
    }

    private void supplementary(int codePoint) {
        sink.u8(0xf0 | codePoint >> 18);
        continuation(codePoint >> 12);
        continuation(codePoint >> 6);
        continuation(codePoint);
    }

    private void continuation(int bits) {
        sink.u8(0x80 | bits & 0x3f);
    }

    private void escape(char c) {
        if (ESCAPES[c] == 'u') {
            hex(c);
        } else {
            sink.u8('\\');
            sink.u8(ESCAPES[c]);
        }
    }

    private void hex(char c) {
        sink.u8('\\');
        sink.u8('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            sink.u8(HEX[c >> shift & 15]);
        }
    }

    /** Writes a double so that it is read as a double again; NaN and the infinities, which JSON lacks, as null. */
    void number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            sink.ascii("null");
        } else if (value == Math.rint(value) && Math.abs(value) <= EXACT && value != 0) {
            sink.ascii(Long.toString((long) value));
            sink.ascii(".0");
        } else {
            sink.ascii(Double.toString(value));
        }
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[0x80];
        Arrays.fill(escapes, 0, 0x20, (byte) 'u');
        escapes['\b'] = 'b';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\f'] = 'f';
        escapes['\r'] = 'r';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        return escapes;
    }
}
