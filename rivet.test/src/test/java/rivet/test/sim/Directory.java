package rivet.test.sim;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the engine keeps on disk: which actors there are, and the number of their latest start. */
final class Directory {

    /** An actor. */
    static final class Entry {

        private final String id;
        private final String type;
        private final String key;
        private int generation;
        private Optional<Instant> alarm = Optional.empty();
        private boolean destroyed;

        Entry(String id, String type, String key) {
            this.id = id;
            this.type = type;
            this.key = key;
        }

        String id() {
            return id;
        }

        String type() {
            return type;
        }

        String key() {
            return key;
        }

        int generation() {
            return generation;
        }

        int raise() {
            return ++generation;
        }

        /** Returns when it is to be woken. */
        Optional<Instant> alarm() {
            return alarm;
        }

        void setAlarm(Optional<Instant> at) {
            alarm = at;
        }

        boolean destroyed() {
            return destroyed;
        }

        void destroy() {
            destroyed = true;
        }

        @Override
        public String toString() {
            return type + " " + id + "#" + generation;
        }
    }

    private final Map<String, Entry> byKey = new LinkedHashMap<>();
    private final Map<String, Entry> byId = new LinkedHashMap<>();
    private int count;

    /** Returns the living actor of a key, making one if there is none. */
    Entry getOrCreate(String type, String key) {
        Entry known = byKey.get(key);
        if (known != null && !known.destroyed) {
            return known;
        }
        Entry made = new Entry("actor" + ++count, type, key);
        byKey.put(key, made);
        byId.put(made.id, made);
        return made;
    }

    Optional<Entry> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    List<Entry> living() {
        List<Entry> living = new ArrayList<>(byId.values());
        living.removeIf(Entry::destroyed);
        return living;
    }
}
