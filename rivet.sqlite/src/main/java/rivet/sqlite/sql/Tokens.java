package rivet.sqlite.sql;

import java.util.Locale;

/**
 * Cuts SQL text the way SQLite does, as far as it matters for finding where a statement ends and what it is: comments and
 * quoted text are told from words and punctuation.
 */
final class Tokens {

    enum Kind {
        /** A keyword or a bare identifier. */
        WORD,
        SEMICOLON, DOT, OPEN, CLOSE,
        /** Literals, quoted identifiers, parameters, operators. */
        OTHER,
        END
    }

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String text;
    private int next;
    private int start;
    private Kind kind = Kind.OTHER;

    Tokens(String text) {
        this.text = text;
    }

    /** Goes to the next token. */
    Kind advance() {
        skipBlanks();
        start = next;
        kind = next == text.length() ? Kind.END : take(text.charAt(next++));
        return kind;
    }

    Kind kind() {
        return kind;
    }

    /** Returns where the token begins. */
    int start() {
        return start;
    }

    /** Returns whether the token is this word, in any case. */
    boolean is(String word) {
        return kind == Kind.WORD && next - start == word.length() && text.regionMatches(true, start, word, 0, word.length());
    }

    /** Returns the word in capitals, empty for other tokens. */
    String word() {
        return kind == Kind.WORD ? text.substring(start, next).toUpperCase(Locale.ROOT) : "";
    }

    private Kind take(char first) {
        switch (first) {
            case ';':
                return Kind.SEMICOLON;
            case '.':
                return Kind.DOT;
            case '(':
                return Kind.OPEN;
            case ')':
                return Kind.CLOSE;
            case '\'', '"', '`':
                toClosing(first);
                return Kind.OTHER;
            case '[':
                toEnd(text.indexOf(']', next), 1);
                return Kind.OTHER;
            default:
                boolean word = isWordPart(first);
                while (word && next < text.length() && isWordPart(text.charAt(next))) {
                    next++;
                }
                return word && !isDigit(first) ? Kind.WORD : Kind.OTHER;
        }
    }

    /** A doubled quote stands for itself and does not close. */
    private void toClosing(char quote) {
        int at = text.indexOf(quote, next);
        while (at >= 0 && at + 1 < text.length() && text.charAt(at + 1) == quote) {
            at = text.indexOf(quote, at + 2);
        }
        toEnd(at, 1);
    }

    private void toEnd(int found, int length) {
        next = found < 0 ? text.length() : found + length;
    }

    private void skipBlanks() {
        while (next < text.length()) {
            char c = text.charAt(next);
            if (text.startsWith("--", next)) {
                toEnd(text.indexOf('\n', next), 1);
            } else if (text.startsWith("/*", next)) {
                toEnd(text.indexOf("*/", next + 2), 2);
            } else if (c == ' ' || c >= '\t' && c <= '\r' && c != '\u000B' || c == BYTE_ORDER_MARK) {
                next++;
            } else {
                return;
            }
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordPart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80;
    }
}
