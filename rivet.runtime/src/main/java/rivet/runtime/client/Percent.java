package rivet.runtime.client;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding that is safe in a path segment, in a query and in the name of a subprotocol. */
public final class Percent {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Percent() {}

    /** Encodes everything but letters, digits, dot, minus and underscore. */
    public static String encode(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '-' || b == '_') {
                out.append((char) b);
            } else {
                HEX.toHexDigits(out.append('%'), b);
            }
        }
        return out.toString();
    }
}
