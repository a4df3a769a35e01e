package rivet.runtime.kv;

import java.util.Arrays;

/**
 * Keys as they are stored, between two of them. The original puts a byte before each key of an author, because its platform has keys of other kinds in the same table
 * (spec/core.md 1.2).
 *
 * @param start the first that belongs to it
 * @param end the first that does not
 */
record KeyRange(byte[] start, byte[] end) {

    private static final byte AUTHOR = 4;

    /** Returns what is stored as an author's key. */
    static byte[] stored(byte[] key) {
        byte[] stored = new byte[key.length + 1];
        stored[0] = AUTHOR;
        System.arraycopy(key, 0, stored, 1, key.length);
        return stored;
    }

    /** Returns the author's key. */
    static byte[] author(byte[] stored) {
        return Arrays.copyOfRange(stored, 1, stored.length);
    }

    /** Returns the keys from one of an author on, up to another. */
    static KeyRange of(byte[] start, byte[] end) {
        return new KeyRange(stored(start), stored(end));
    }

    /** Returns the keys that begin as an author's prefix does (R-kv-5). After keys of nothing but the greatest byte come those of the next kind. */
    static KeyRange ofPrefix(byte[] prefix) {
        byte[] start = stored(prefix);
        int last = start.length - 1;
        while (start[last] == (byte) 0xff) {
            last--;
        }
        byte[] end = Arrays.copyOf(start, last + 1);
        end[last]++;
        return new KeyRange(start, end);
    }

    /** Returns the same without those up to a stored key, that one included. */
    KeyRange after(byte[] key) {
        return new KeyRange(Arrays.copyOf(key, key.length + 1), end);
    }

    /** Returns the same without those from a stored key on. */
    KeyRange before(byte[] key) {
        return new KeyRange(start, key);
    }
}
