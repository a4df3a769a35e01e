package rivet.bench.wire;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * As much JSON as the benchmark needs: writes numbers, text, arrays and objects, reads by moving over a buffer without
 * making objects of what it passes.
 */
public final class Json {

    private Json() {
    }

    /** Writes a {@link Number}, a {@link Boolean}, a {@link String}, a {@link List} or a {@link Map} of them. */
    public static void write(Bytes out, Object value) {
        switch (value) {
            case Double d when d.isNaN() || d.isInfinite() -> out.utf8("null");
            case Number n -> out.utf8(n.toString());
            case Boolean b -> out.utf8(b.toString());
            case String s -> string(out, s);
            case List<?> list -> {
                String separator = "[";
                for (Object item : list) {
                    write(out.utf8(separator), item);
                    separator = ",";
                }
                out.utf8(list.isEmpty() ? "[]" : "]");
            }
            case Map<?, ?> map -> {
                String separator = "{";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    string(out.utf8(separator), entry.getKey().toString());
                    write(out.u8(':'), entry.getValue());
                    separator = ",";
                }
                out.utf8(map.isEmpty() ? "{}" : "}");
            }
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    private static void string(Bytes out, String text) {
        StringBuilder escaped = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c < ' ') {
                escaped.append("\\u%04x".formatted((int) c));
            } else {
                escaped.append(c);
            }
        }
        out.utf8(escaped.append('"').toString());
    }

    /** The next character that is not white space, not read. */
    public static char peek(ByteBuffer in) {
        while (in.hasRemaining()) {
            byte next = in.get(in.position());
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
                return (char) next;
            }
            in.get();
        }
        throw new WireException("JSON ends early");
    }

    public static void expect(ByteBuffer in, char expected) {
        char next = peek(in);
        if (next != expected) {
            throw new WireException("'" + next + "' where JSON should have '" + expected + "'");
        }
        in.get();
    }

    /** Reads the character if it comes next. */
    public static boolean accept(ByteBuffer in, char wanted) {
        boolean found = peek(in) == wanted;
        if (found) {
            in.get();
        }
        return found;
    }

    /** Reads a string without looking into it and returns where its text starts; it ends one before the position. */
    public static int text(ByteBuffer in) {
        expect(in, '"');
        int start = in.position();
        for (byte next = in.get(); next != '"'; next = in.get()) {
            if (next == '\\') {
                in.get();
            }
        }
        return start;
    }

    /** Reads a string; escapes stay as they are, which is enough for names and messages to show. */
    public static String string(ByteBuffer in) {
        int start = text(in);
        int end = in.position();
        String text = Text.utf8(in.position(start), end - 1);
        in.position(end);
        return text;
    }

    /** Reads one value; {@link Double#NaN} if it is no number. */
    public static double number(ByteBuffer in) {
        char first = peek(in);
        if (first != '-' && (first < '0' || first > '9')) {
            skip(in);
            return Double.NaN;
        }
        int start = in.position();
        long whole = 0;
        while (in.hasRemaining() && in.get(in.position()) >= '0' && in.get(in.position()) <= '9') {
            whole = 10 * whole + in.get() - '0';
        }
        if (in.position() > start && !inNumber(in)) {
            return whole;
        }
        while (inNumber(in)) {
            in.get();
        }
        int end = in.position();
        return Double.parseDouble(Text.utf8(in.position(start), end));
    }

    /** Reads an id: {@code ["$BigInt","7"]} or a plain number (spec/wire.md 8). */
    public static long id(ByteBuffer in) {
        if (!accept(in, '[')) {
            return (long) number(in);
        }
        text(in);
        expect(in, ',');
        expect(in, '"');
        long id = (long) number(in);
        expect(in, '"');
        expect(in, ']');
        return id;
    }

    private static boolean inNumber(ByteBuffer in) {
        return in.hasRemaining() && "+-.eE0123456789".indexOf(in.get(in.position())) >= 0;
    }

    /** Reads past one value of any type. */
    public static void skip(ByteBuffer in) {
        int depth = 0;
        do {
            switch (peek(in)) {
                case '"' -> text(in);
                case '[', '{' -> {
                    depth++;
                    in.get();
                }
                case ']', '}' -> {
                    depth--;
                    in.get();
                }
                case ',', ':' -> in.get();
                default -> word(in);
            }
        } while (depth > 0);
    }

    private static void word(ByteBuffer in) {
        while (in.hasRemaining() && ",:]} \n\r\t".indexOf(in.get(in.position())) < 0) {
            in.get();
        }
    }
}
