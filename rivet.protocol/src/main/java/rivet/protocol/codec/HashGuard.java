package rivet.protocol.codec;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import rivet.protocol.DecodeException;

/**
 * Makes Sets and Maps of values from outside in bounded time. A hash table degrades to a list when many different
 * elements have one hash code, which is easily arranged with arrays, and hashing what nests in hashed things again and
 * again is work for every level; so both are limited, far beyond what data in good faith has.
 */
final class HashGuard {

    private static final int SAME_HASH = 256;
    private static final int NESTED = 16;

    private int nested;

    /** What follows is hashed: the elements of a Set, a key of a Map. */
    void enter(long offset) {
        if (++nested > NESTED) {
            throw new DecodeException("Sets and keys of Maps are nested more than " + NESTED + " deep", offset);
        }
    }

    void leave() {
        nested--;
    }

    Set<Object> set(Collection<?> elements, long offset) {
        Hashes hashes = new Hashes(offset);
        Set<Object> set = new LinkedHashSet<>();
        for (Object element : elements) {
            if (set.add(element)) {
                hashes.count(element);
            }
        }
        return set;
    }

    /** Entries of a Map, filled by {@link Entries#put}. */
    Entries entries(long offset) {
        return new Entries(new Hashes(offset));
    }

    /** The entries of a JavaScript Map while it is read. */
    static final class Entries {

        private final Map<Object, Object> map = new LinkedHashMap<>();
        private final Hashes hashes;

        private Entries(Hashes hashes) {
            this.hashes = hashes;
        }

        void put(Object key, Object value) {
            int before = map.size();
            map.put(key, value);
            if (map.size() > before) {
                hashes.count(key);
            }
        }

        Map<Object, Object> map() {
            return map;
        }
    }

    private static final class Hashes {

        private final Map<Integer, Integer> counts = new HashMap<>();
        private final long offset;

        Hashes(long offset) {
            this.offset = offset;
        }

        void count(Object element) {
            // Strings with one hash code can be ordered, so the table copes with any number of them.
            if (!(element instanceof String) && element != null && counts.merge(element.hashCode(), 1, Integer::sum) > SAME_HASH) {
                throw new DecodeException("too many elements with one hash code", offset);
            }
        }
    }
}
