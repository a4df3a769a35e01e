package rivet.runtime.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;

/** Percent-encoding of URIs (RFC 3986), strict: what the JDK's decoder guesses at is an error here, and a plus stays a plus. */
final class Percent {

    private Percent() {}

    /**
     * Decodes a path segment or a parameter.
     *
     * @throws CharacterCodingException if an escape is broken or the bytes are not UTF-8
     */
    static String decode(String raw) throws CharacterCodingException {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        byte[] in = raw.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out.write(in[i]);
                continue;
            }
            int high = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
            int low = i + 2 < in.length ? Character.digit(in[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new MalformedInputException(i);
            }
            out.write(high << 4 | low);
            i += 2;
        }
        return StandardCharsets.UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(out.toByteArray()))
            .toString();
    }
}
