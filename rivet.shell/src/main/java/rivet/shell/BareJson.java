package rivet.shell;

import java.util.Optional;

/**
 * JSON on a command line without quotes around it. Gogo reads such brackets, braces and quotes as its own: the command receives
 * {@code ["a","b"]} as a list of the one word {@code a,b}, and <code>{"a":1,"b":2}</code> as two words. So it is looked for in what was
 * typed.
 *
 * @param before what was typed before it
 * @param text from its first bracket or brace to the one that closes it
 * @param after what was typed after it
 */
record BareJson(String before, String text, String after) {

    /** Finds the first one in a command line. Gogo's own lists, maps and closures, <code>[1 2] [a=1] {echo}</code>, are none. */
    static Optional<BareJson> in(CharSequence typed) {
        String line = typed.toString();
        for (int i = 0; i < line.length(); i = next(line, i)) {
            if (opens(line, i)) {
                int end = end(line, i);
                if (json(line.substring(i, end))) {
                    return Optional.of(new BareJson(line.substring(0, i), line.substring(i, end), line.substring(end)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean opens(String line, int i) {
        char c = line.charAt(i);
        return (c == '[' || c == '{') && (i == 0 || Character.isWhitespace(line.charAt(i - 1)));
    }

    /** Returns the place behind the bracket that closes the one at {@code start}, or the end. */
    private static int end(String line, int start) {
        int depth = 0;
        int i = start;
        while (i < line.length()) {
            char c = line.charAt(i);
            depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            i = next(line, i);
            if (depth == 0) {
                return i;
            }
        }
        return line.length();
    }

    /** A list of Gogo has neither commas nor braces outside quotes, and a closure of Gogo does not begin with a quote. */
    private static boolean json(String text) {
        if (text.startsWith("{")) {
            return text.substring(1).stripLeading().startsWith("\"");
        }
        for (int i = 1; i < text.length(); i = next(text, i)) {
            if (text.charAt(i) == ',' || text.charAt(i) == '{') {
                return true;
            }
        }
        return false;
    }

    /** Returns the place behind the character, the escape or the quoted text at {@code i}. */
    private static int next(String line, int i) {
        char c = line.charAt(i);
        if (c == '\\') {
            return i + 2;
        }
        if (c != '"' && c != '\'') {
            return i + 1;
        }
        int end = i + 1;
        while (end < line.length() && line.charAt(end) != c) {
            end += c == '"' && line.charAt(end) == '\\' ? 2 : 1;
        }
        return end + 1;
    }
}
