package rivet.shell;

/**
 * Text that is safe to print: keys, error messages and state come from clients and may hold what moves the cursor, rings the bell or turns
 * the line around. Such characters are written as escapes.
 */
final class Printable {

    private Printable() {}

    /** Returns the text on one line. */
    static String line(String text) {
        return escape(text, false);
    }

    /** Returns the text with its line ends. */
    static String text(String text) {
        return escape(text, true);
    }

    private static String escape(String text, boolean lines) {
        if (text.chars().allMatch(c -> harmless(c))) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (char c : text.toCharArray()) {
            if (harmless(c) || lines && c == '\n') {
                out.append(c);
            } else {
                out.append(switch (c) {
                    case '\n' -> "\\n";
                    case '\r' -> "\\r";
                    case '\t' -> "\\t";
                    default -> "\\u%04x".formatted((int) c);
                });
            }
        }
        return out.toString();
    }

    private static boolean harmless(int c) {
        boolean turnsLine = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
        boolean endsLine = c == 0x2028 || c == 0x2029;
        return !Character.isISOControl(c) && !turnsLine && !endsLine;
    }
}
