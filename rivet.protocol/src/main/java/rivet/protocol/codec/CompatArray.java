package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import rivet.protocol.DecodeException;
import rivet.value.Undefined;

/**
 * Collects the elements of an array that is being read and says what it stands for: itself, or a compat value.
 * <p>
 * The elements of {@code ["$Set", [...]]} are the one array that writers do not escape, so it must not be taken for a
 * compat value: the reader asks {@link #awaitsSetElements()} before each element.
 */
final class CompatArray {

    private final List<Object> items;
    private final HashGuard guard;
    private boolean unescaped;

    CompatArray(int expected, HashGuard guard) {
        this.items = new ArrayList<>(expected);
        this.guard = guard;
    }

    /** Returns whether an array that comes next would be the elements of a Set. */
    boolean awaitsSetElements() {
        return items.size() == 1 && Compat.SET.equals(items.getFirst());
    }

    void add(Object item) {
        items.add(item);
    }

    /** Adds what was read as elements of a Set: its elements are plain values, itself it was left alone. */
    void addSetElements(List<Object> elements) {
        items.add(elements);
        unescaped = true;
    }

    /**
     * Returns the plain value.
     *
     * @param offset where the array ends, for messages
     */
    Object finish(long offset) {
        if (items.size() == 2) {
            return items.getFirst() instanceof String tag && tag.startsWith("$") ? revive(tag, items.get(1), offset) : items;
        }
        if (unescaped) {
            // a longer array that begins like a Set: what was left alone was an ordinary element
            items.set(1, reread((List<?>) items.get(1), offset));
        }
        return items;
    }

    private Object reread(List<?> elements, long offset) {
        CompatArray again = new CompatArray(elements.size(), guard);
        elements.forEach(again::add);
        return again.finish(offset);
    }

    private Object revive(String tag, Object payload, long offset) {
        return switch (tag) {
            case Compat.UNDEFINED -> Undefined.UNDEFINED;
            case Compat.BIG_INT -> bigInteger(text(tag, payload, offset), offset);
            case Compat.UINT8_ARRAY -> base64(tag, text(tag, payload, offset), offset);
            case Compat.ARRAY_BUFFER -> ByteBuffer.wrap(base64(tag, text(tag, payload, offset), offset));
            case Compat.SET -> set(payload, offset);
            default -> genuine(tag);
        };
    }

    private List<Object> genuine(String tag) {
        // Clients of the cbor encoding do not escape, so a tag that nobody knows is an array of theirs.
        if (tag.startsWith("$$")) {
            items.set(0, tag.substring(1));
        }
        return items;
    }

    private Object set(Object payload, long offset) {
        if (payload instanceof List<?> elements) {
            return guard.set(elements, offset);
        }
        throw malformed(Compat.SET, offset, null);
    }

    private static String text(String tag, Object payload, long offset) {
        if (payload instanceof String text) {
            return text;
        }
        throw malformed(tag, offset, null);
    }

    private static BigInteger bigInteger(String digits, long offset) {
        if (digits.length() > Limits.BIG_INTEGER_DIGITS) {
            throw new DecodeException("a bigint of " + digits.length() + " digits is too long", offset);
        }
        try {
            BigInteger value = new BigInteger(digits);
            if (value.bitLength() > Limits.BIG_INTEGER_BITS) {
                throw new DecodeException("a bigint of " + value.bitLength() + " bits is too long", offset);
            }
            return value;
        } catch (NumberFormatException e) {
            throw malformed(Compat.BIG_INT, offset, e);
        }
    }

    private static byte[] base64(String tag, String text, long offset) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw malformed(tag, offset, e);
        }
    }

    private static DecodeException malformed(String tag, long offset, Exception cause) {
        return new DecodeException("a malformed " + tag, offset, cause);
    }
}
