package rivet.runtime.store;

import java.util.List;

import rivet.spi.storage.Statement;

/**
 * How much one transaction may hold, so that every store can take it (R-state-33): statements, and bytes of parameters.
 *
 * @param statements so many
 * @param bytes so many bytes of parameters
 */
public record Budget(int statements, long bytes) {

    /** What one atomic unit may hold at most: 128 statements, 512 KiB. */
    public static final Budget LIMIT = new Budget(128, 512 << 10);

    /** Nothing yet. */
    public static final Budget NONE = new Budget(0, 0);

    /** Returns what some statements use. */
    public static Budget of(List<Statement> statements) {
        return NONE.plus(statements);
    }

    /** Returns this and what some statements use. */
    public Budget plus(List<Statement> more) {
        long size = bytes;
        for (Statement statement : more) {
            for (Object param : statement.params()) {
                size += payload(param);
            }
        }
        return new Budget(statements + more.size(), size);
    }

    /** Returns whether this is within another. */
    public boolean fits(Budget limit) {
        return statements <= limit.statements && bytes <= limit.bytes;
    }

    /** Returns the bytes that a parameter counts for: its own where it has any, 8 for a number, 0 for null (R-state-35). */
    public static long payload(Object param) {
        return switch (param) {
            case null -> 0;
            case byte[] blob -> blob.length;
            case String text -> utf8Length(text);
            default -> Long.BYTES;
        };
    }

    private static long utf8Length(String text) {
        long length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // a surrogate pair is two chars and four bytes
            length += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return length;
    }
}
