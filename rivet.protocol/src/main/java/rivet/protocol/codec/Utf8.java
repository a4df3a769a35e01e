package rivet.protocol.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import rivet.protocol.DecodeException;

/** Strict reading of UTF-8: what is malformed is refused, never replaced. */
public final class Utf8 {

    private Utf8() {
    }

    /**
     * Decodes a range.
     *
     * @param offset of the range in what is being read, for the message
     * @throws DecodeException if the bytes are not UTF-8
     */
    public static String decode(byte[] bytes, int from, int length, long offset) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        // The constructor is fast but puts U+FFFD for what is malformed, so only a text with one needs the slow check.
        if (text.indexOf('\uFFFD') >= 0) {
            check(bytes, from, length, offset);
        }
        return text;
    }

    private static void check(byte[] bytes, int from, int length, long offset) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
        } catch (CharacterCodingException e) {
            throw new DecodeException("a text is not UTF-8", offset, e);
        }
    }
}
