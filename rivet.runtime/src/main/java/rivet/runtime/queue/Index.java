package rivet.runtime.queue;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The messages by id and by name. Finding the oldest of some names takes as many steps as there are names, in the choice or in the queue, whichever are fewer
 * (R-queue-20).
 * <p>
 * Invariant: an entry is in {@code all} while it is stored; it is in {@code waiting}, and under its name in {@code byName}, while nobody holds it.
 */
final class Index {

    private final Map<Long, Entry> all = new HashMap<>();
    private final TreeMap<Long, Entry> waiting = new TreeMap<>();
    private final Map<String, TreeMap<Long, Entry>> byName = new HashMap<>();

    /** Adds a message that waits. */
    void add(Entry entry) {
        all.put(entry.id(), entry);
        show(entry);
    }

    void remove(Entry entry) {
        all.remove(entry.id());
        hide(entry);
    }

    /** A message waits again. */
    void show(Entry entry) {
        waiting.put(entry.id(), entry);
        byName.computeIfAbsent(entry.name(), name -> new TreeMap<>()).put(entry.id(), entry);
    }

    /** A message is in flight. */
    void hide(Entry entry) {
        waiting.remove(entry.id());
        byName.computeIfPresent(entry.name(), (name, entries) -> {
            entries.remove(entry.id());
            return entries.isEmpty() ? null : entries;
        });
    }

    /** Returns the oldest that waits and has one of the names; of all if there are no names. */
    Optional<Entry> oldest(Set<String> names) {
        if (names.isEmpty()) {
            return Optional.ofNullable(waiting.firstEntry()).map(Map.Entry::getValue);
        }
        Entry oldest = null;
        if (names.size() <= byName.size()) {
            for (String name : names) {
                oldest = older(oldest, byName.get(name));
            }
        } else {
            for (Map.Entry<String, TreeMap<Long, Entry>> entries : byName.entrySet()) {
                oldest = names.contains(entries.getKey()) ? older(oldest, entries.getValue()) : oldest;
            }
        }
        return Optional.ofNullable(oldest);
    }

    private static Entry older(Entry oldest, TreeMap<Long, Entry> entries) {
        if (entries == null) {
            return oldest;
        }
        Entry first = entries.firstEntry().getValue();
        return oldest == null || first.id() < oldest.id() ? first : oldest;
    }

    boolean contains(Entry entry) {
        return all.get(entry.id()) == entry;
    }

    /** Returns all messages, in flight or not. */
    Collection<Entry> all() {
        return List.copyOf(all.values());
    }

    /** Returns those that wait, oldest first. */
    Collection<Entry> waiting() {
        return List.copyOf(waiting.values());
    }

    int size() {
        return all.size();
    }
}
