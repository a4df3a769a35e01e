package rivet.protocol.key;

import java.util.ArrayList;
import java.util.List;

/**
 * Keys of actors, which are lists of strings, as text (R-obj-1 to R-obj-4, spec/wire.md 5). Two forms exist side by side: the
 * <em>escaped</em> form, in which every key can be told from every other, and the <em>query</em> form of {@code rvt-key}, in which a
 * comma inside a segment splits it.
 */
public final class ActorKeys {

    private static final char SEPARATOR = '/';
    private static final char ESCAPE = '\\';
    private static final char EMPTY = '0';
    private static final String NO_SEGMENTS = "/";

    private ActorKeys() {
    }

    /**
     * Returns the escaped form. The key without segments is {@code /} everywhere: the original has that on the wire but the empty text
     * in headers and errors, and one form is easier to compare; {@link #parse} understands both.
     */
    public static String escape(List<String> key) {
        if (key.isEmpty()) {
            return NO_SEGMENTS;
        }
        StringBuilder text = new StringBuilder();
        String separator = "";
        for (String segment : key) {
            text.append(separator);
            append(text, segment);
            separator = NO_SEGMENTS;
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String segment) {
        if (segment.isEmpty()) {
            text.append(ESCAPE).append(EMPTY);
        }
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == ESCAPE || c == SEPARATOR) {
                text.append(ESCAPE);
            }
            text.append(c);
        }
    }

    /**
     * Reads the escaped form; any text is one. A backslash takes the next character as it is, {@code \0} marks a segment as empty, a
     * lone backslash at the end stays; {@code /} and the empty text are the key without segments.
     */
    public static List<String> parse(String text) {
        if (text.isEmpty() || text.equals(NO_SEGMENTS)) {
            return List.of();
        }
        List<String> key = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == SEPARATOR) {
                key.add(segment(text, from, i));
                from = i + 1;
            } else if (c == ESCAPE) {
                i++;
            }
        }
        key.add(segment(text, from, text.length()));
        return List.copyOf(key);
    }

    private static String segment(String text, int from, int to) {
        StringBuilder segment = new StringBuilder(to - from);
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c != ESCAPE || i + 1 == to) {
                segment.append(c);
            } else {
                i++;
                if (text.charAt(i) == EMPTY) {
                    return "";
                }
                segment.append(text.charAt(i));
            }
        }
        return segment.toString();
    }

    /**
     * Reads the query form, already decoded from the URL: what is between the commas, and no segments for an empty text. Nothing undoes
     * what the form loses: {@code ["a,b"]} comes out as {@code ["a", "b"]} and {@code [""]} as {@code []}.
     */
    public static List<String> parseQuery(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }
}
