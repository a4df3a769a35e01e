package rivet.bench.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Text in buffers. */
public final class Text {

    private Text() {
    }

    /** Reads UTF-8 up to the absolute position {@code end}. */
    public static String utf8(ByteBuffer in, int end) {
        byte[] bytes = new byte[end - in.position()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Whether the bytes from {@code start} to {@code end} (absolute) are these; positions do not move. */
    public static boolean same(ByteBuffer in, int start, int end, byte[] expected) {
        if (end - start != expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (in.get(start + i) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /** Like {@link #same} for ASCII where case does not matter; {@code lower} is in lower case. */
    public static boolean sameIgnoringCase(ByteBuffer in, int start, int end, byte[] lower) {
        if (end - start != lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            byte b = in.get(start + i);
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lower[i]) {
                return false;
            }
        }
        return true;
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
