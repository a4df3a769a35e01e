package rivet.protocol.sql;

import java.util.Locale;

/**
 * Cuts SQL text the way SQLite does, as far as it matters for finding where a statement ends and what it is: comments and
 * quoted text are told from words and punctuation.
 */
final class Tokens {

    enum Kind {
        /** A keyword or a bare identifier. */
        WORD,
        /** An identifier or a text in quotes of any of the four sorts: which of the two it is depends on where it stands. */
        QUOTED,
        /** A place for a parameter. */
        PARAMETER,
        SEMICOLON, DOT, OPEN, CLOSE,
        /** Numbers, operators. */
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

    /** Returns the token as it stands there. */
    String raw() {
        return text.substring(start, next);
    }

    /** Returns whether the token is this word, in any case. */
    boolean is(String word) {
        return kind == Kind.WORD && next - start == word.length() && text.regionMatches(true, start, word, 0, word.length());
    }

    /** Returns the word in capitals, empty for other tokens. */
    String word() {
        return kind == Kind.WORD ? raw().toUpperCase(Locale.ROOT) : "";
    }

    /** Returns a word as it stands there, or what is in the quotes; empty for other tokens. */
    String name() {
        if (kind == Kind.WORD) {
            return raw();
        }
        if (kind != Kind.QUOTED) {
            return "";
        }
        char quote = text.charAt(start);
        int end = next > start + 1 && text.charAt(next - 1) == (quote == '[' ? ']' : quote) ? next - 1 : next;
        String inside = text.substring(start + 1, end);
        String once = String.valueOf(quote);
        return quote == '[' ? inside : inside.replace(once + once, once);
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
                return Kind.QUOTED;
            case '[':
                toEnd(text.indexOf(']', next), 1);
                return Kind.QUOTED;
            case '?':
                while (next < text.length() && isDigit(text.charAt(next))) {
                    next++;
                }
                return Kind.PARAMETER;
            case '$', '@', ':', '#':
                return parameter();
            default:
                boolean word = isWordPart(first);
                while (word && next < text.length() && isWordPart(text.charAt(next))) {
                    next++;
                }
                return word && !isDigit(first) ? Kind.WORD : Kind.OTHER;
        }
    }

    /** The name of a parameter may have double colons in it and a suffix in parentheses. */
    private Kind parameter() {
        boolean named = false;
        while (next < text.length()) {
            char c = text.charAt(next);
            if (isWordPart(c)) {
                named = true;
                next++;
            } else if (c == '(' && named) {
                suffix();
                break;
            } else if (c == ':' && text.startsWith("::", next)) {
                next += 2;
            } else {
                break;
            }
        }
        return named ? Kind.PARAMETER : Kind.OTHER;
    }

    private void suffix() {
        while (next < text.length() && text.charAt(next) != ')' && !isBlank(text.charAt(next))) {
            next++;
        }
        if (next < text.length() && text.charAt(next) == ')') {
            next++;
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
            } else if (isBlank(c) || c == BYTE_ORDER_MARK) {
                next++;
            } else {
                return;
            }
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c >= '\t' && c <= '\r' && c != '\u000B';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordPart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80;
    }
}
