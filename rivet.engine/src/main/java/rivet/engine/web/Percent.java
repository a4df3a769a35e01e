package rivet.engine.web;

import java.nio.charset.StandardCharsets;

/**
 * Decodes what was percent-encoded, as UTF-8. Lenient as the clients' own decoders are: a {@code %} that two hexadecimal digits do not
 * follow stands for itself, and what is not UTF-8 becomes the replacement character.
 */
public final class Percent {

    private Percent() {}

    /** Decodes a segment of a path; {@code +} stands for itself. */
    public static String decode(String text) {
        return text.indexOf('%') < 0 ? text : decode(text, false);
    }

    /** Decodes a name or value of a query; {@code +} is a space. */
    public static String decodeForm(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? text : decode(text, true);
    }

    private static String decode(String text, boolean form) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < raw.length; i++) {
            byte b = raw[i];
            if (b == '%' && i + 2 < raw.length && digit(raw[i + 1]) >= 0 && digit(raw[i + 2]) >= 0) {
                raw[length++] = (byte) (digit(raw[i + 1]) << 4 | digit(raw[i + 2]));
                i += 2;
            } else {
                raw[length++] = form && b == '+' ? (byte) ' ' : b;
            }
        }
        return new String(raw, 0, length, StandardCharsets.UTF_8);
    }

    private static int digit(byte b) {
        return Character.digit((char) (b & 0xff), 16);
    }
}
