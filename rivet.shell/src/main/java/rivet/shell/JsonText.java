package rivet.shell;

import java.util.ArrayDeque;
import java.util.Deque;

import rivet.protocol.value.JsonValues;
import rivet.value.Undefined;

/**
 * Plain values as JSON for people: what {@link JsonValues} writes, so that what is seen can be typed again, with what would move the cursor
 * escaped. No value at all is {@code undefined}.
 */
final class JsonText {

    private final String json;
    private final StringBuilder out = new StringBuilder();
    private final Deque<Character> open = new ArrayDeque<>();
    private int depth;

    private JsonText(String json) {
        this.json = json;
    }

    /** Returns the value with a line for each field of an object; arrays stay on theirs. */
    static String pretty(Object value) {
        return value == Undefined.UNDEFINED ? "undefined" : Printable.text(new JsonText(JsonValues.write(value)).indented());
    }

    /** Returns the value on one line. */
    static String compact(Object value) {
        return value == Undefined.UNDEFINED ? "undefined" : Printable.text(JsonValues.write(value));
    }

    private String indented() {
        int i = 0;
        while (i < json.length()) {
            char c = json.charAt(i);
            if (c == '"') {
                int end = behindString(i);
                out.append(json, i, end);
                i = end;
            } else {
                structure(c, i);
                i++;
            }
        }
        return out.toString();
    }

    private void structure(char c, int i) {
        switch (c) {
            case '{', '[' -> open(c, json.charAt(i + 1) == (c == '{' ? '}' : ']'));
            case '}', ']' -> close(c, json.charAt(i - 1) == (c == '}' ? '{' : '['));
            case ',' -> {
                out.append(c);
                separate(open.peek() == '{');
            }
            case ':' -> out.append(": ");
            default -> out.append(c);
        }
    }

    private void open(char c, boolean empty) {
        open.push(c);
        out.append(c);
        if (c == '{' && !empty) {
            depth++;
            separate(true);
        }
    }

    private void close(char c, boolean empty) {
        open.pop();
        if (c == '}' && !empty) {
            depth--;
            separate(true);
        }
        out.append(c);
    }

    private void separate(boolean line) {
        out.append(line ? "\n" + "  ".repeat(depth) : " ");
    }

    private int behindString(int start) {
        int i = start + 1;
        while (json.charAt(i) != '"') {
            i += json.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }
}
