package rivet.engine.directory;

import java.util.ArrayList;
import java.util.List;

/**
 * The escaped form of a key (R-obj-1 to R-obj-3, spec/wire.md 5): segments joined with {@code /}; in a segment {@code \} and {@code /}
 * are preceded by a {@code \}; an empty segment is {@code \0}; the empty key is {@code /}.
 */
public final class EscapedKey {

    /** The key without segments. */
    public static final String NONE = "/";

    private EscapedKey() {}

    /** Returns the escaped form of a key. */
    public static String of(List<String> segments) {
        if (segments.isEmpty()) {
            return NONE;
        }
        if (segments.size() == 1 && plain(segments.getFirst())) {
            return segments.getFirst();
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < segments.size(); i++) {
            if (i > 0) {
                text.append('/');
            }
            append(text, segments.get(i));
        }
        return text.toString();
    }

    private static boolean plain(String segment) {
        return !segment.isEmpty() && segment.indexOf('/') < 0 && segment.indexOf('\\') < 0;
    }

    private static void append(StringBuilder text, String segment) {
        if (segment.isEmpty()) {
            text.append("\\0");
        }
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '/' || c == '\\') {
                text.append('\\');
            }
            text.append(c);
        }
    }

    /**
     * Returns the segments of an escaped key; the empty text is the empty key too. {@code \0} makes its segment empty, whatever else is there (as in ActorKeys of the
     * protocol); a lone backslash at the end is kept.
     */
    public static List<String> segments(String escaped) {
        if (escaped.isEmpty() || escaped.equals(NONE)) {
            return List.of();
        }
        List<String> segments = new ArrayList<>(2);
        StringBuilder segment = new StringBuilder();
        boolean empty = false;
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == '/') {
                segments.add(empty ? "" : segment.toString());
                segment.setLength(0);
                empty = false;
            } else if (c == '\\' && i + 1 < escaped.length()) {
                char next = escaped.charAt(++i);
                empty |= next == '0';
                segment.append(next);
            } else {
                segment.append(c);
            }
        }
        segments.add(empty ? "" : segment.toString());
        return List.copyOf(segments);
    }

    /**
     * Returns the escaped form of the same key as everybody writes it: two texts that mean one key come out equal, so that a
     * key is one actor whichever way it came (spec/wire.md 15, number 6).
     */
    public static String canonical(String escaped) {
        return of(segments(escaped));
    }
}
