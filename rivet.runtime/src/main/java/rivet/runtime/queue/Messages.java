package rivet.runtime.queue;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

import rivet.error.ErrorCode;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * What is stored of a queue. Known in memory from the start on (R-queue-2), but for bodies beyond {@link #BODIES} and those of messages that were there before; so the
 * size is always that of the table (R-queue-41).
 */
final class Messages {

    /** How many bytes of bodies stay in memory when they are stored. */
    static final int BODIES = 256 * 1024;

    private static final int ENVELOPE = 2 * Long.BYTES;
    private static final int READ_AT_ONCE = 128;

    private final Turn turn;
    private final Journal journal;
    private final Clock clock;
    private final Limits limits;
    private final Index index = new Index();
    private long nextId = 1;
    private long bodies;

    Messages(Turn turn, Journal journal, Clock clock, Limits limits) {
        this.turn = turn;
        this.journal = journal;
        this.clock = clock;
        this.limits = limits;
    }

    /** Takes over what is stored. */
    void load(long next, List<Object[]> rows) {
        nextId = next;
        for (Object[] row : rows) {
            long id = (Long) row[0];
            index.add(new Entry(id, (String) row[1], (Long) row[2], row[3] instanceof Long attempt ? attempt.intValue() : 0, null));
            nextId = Math.max(nextId, id + 1);
        }
    }

    /**
     * Stores a message at the end.
     *
     * @throws rivet.error.RivetException {@code queue.message_too_large} or {@code queue.full}, checked in this order (R-queue-3)
     */
    Entry put(String name, byte[] body) {
        int size = body.length + name.getBytes(StandardCharsets.UTF_8).length + ENVELOPE;
        if (size > limits.messageSize()) {
            throw ErrorCode.QUEUE_MESSAGE_TOO_LARGE.error("size", size, "limit", limits.messageSize());
        }
        if (index.size() >= limits.messages()) {
            throw ErrorCode.QUEUE_FULL.error("limit", limits.messages());
        }
        Entry entry = new Entry(nextId++, name, clock.millis(), 0, body);
        turn.row(QueueRows.insert(entry, body));
        turn.row(QueueRows.nextId(nextId));
        index.add(entry);
        keepBody(entry, body.length);
        journal.add(() -> {
            forget(entry);
            nextId = entry.id();
        });
        return entry;
    }

    /** Bodies are in memory until they are stored, and some for longer, as most messages are received soon. */
    private void keepBody(Entry entry, int length) {
        if (bodies + length <= BODIES) {
            entry.counted = length;
            bodies += length;
        } else {
            turn.saved().whenComplete((stored, error) -> {
                if (error == null) {
                    entry.letBodyGo();
                }
            });
        }
    }

    private void forget(Entry entry) {
        index.remove(entry);
        bodies -= entry.counted;
        entry.counted = 0;
    }

    /** Puts up to a number of messages into flight, oldest first. */
    List<Entry> take(Set<String> names, int count, boolean completable, Receiver by) {
        List<Entry> taken = new ArrayList<>();
        while (taken.size() < count && index.oldest(names).isPresent()) {
            Entry entry = index.oldest(names).get();
            take(entry, completable, by);
            taken.add(entry);
        }
        return taken;
    }

    /** Puts a message into flight. */
    void take(Entry entry, boolean completable, Receiver by) {
        index.hide(entry);
        entry.holder = by;
        entry.completable = completable;
        entry.attempt++;
        by.add(entry);
        turn.received();
        turn.row(QueueRows.attempt(entry));
        journal.add(() -> {
            entry.attempt--;
            if (entry.holder == by) {
                giveBack(entry);
            }
        });
    }

    /** A message that was in flight waits again, in its old place. */
    void giveBack(Entry entry) {
        entry.holder.remove(entry);
        entry.holder = null;
        entry.completable = false;
        index.show(entry);
    }

    /** As {@link #giveBack}, but nobody has seen the message, so that this was no attempt. */
    void putBack(Entry entry) {
        entry.attempt--;
        turn.row(QueueRows.attempt(entry));
        giveBack(entry);
        journal.add(() -> entry.attempt++);
    }

    /** A message has been dealt with. If that came to nothing it waits again, but for one that is to be completed: that can be tried once more. */
    void remove(Entry entry) {
        Receiver holder = entry.holder;
        boolean again = entry.completable;
        forget(entry);
        if (holder != null) {
            holder.remove(entry);
        }
        entry.holder = null;
        turn.row(QueueRows.delete(entry));
        turn.row(QueueRows.deleteAttempt(entry));
        journal.add(() -> {
            index.add(entry);
            if (again && holder != null && !holder.ended()) {
                index.hide(entry);
                entry.holder = holder;
                holder.add(entry);
            }
        });
    }

    /** Removes all. */
    void clear() {
        Collection<Entry> all = index.all();
        for (Entry entry : all) {
            forget(entry);
            if (entry.holder != null) {
                entry.holder.remove(entry);
                entry.holder = null;
            }
        }
        turn.row(QueueRows.DELETE_ALL);
        turn.row(QueueRows.DELETE_ALL_ATTEMPTS);
        journal.add(() -> all.forEach(index::add));
    }

    /** Returns the bodies of messages, reading those that are not in memory. */
    List<byte[]> bodies(List<Entry> entries) {
        List<byte[]> found = new ArrayList<>(entries.size());
        for (int from = 0; from < entries.size(); from += READ_AT_ONCE) {
            List<Entry> some = entries.subList(from, Math.min(from + READ_AT_ONCE, entries.size()));
            List<byte[]> known = some.stream().map(entry -> entry.body().orElse(null)).toList();
            List<Statement> queries = new ArrayList<>();
            for (int i = 0; i < some.size(); i++) {
                if (known.get(i) == null) {
                    queries.add(QueueRows.body(some.get(i)));
                }
            }
            var read = queries.isEmpty() ? List.<Result> of().iterator() : turn.read(queries).iterator();
            known.forEach(body -> found.add(body == null ? body(read.next()) : body));
        }
        return found;
    }

    /** A zero-length blob may come back as NULL from a remote store (R-obj-8). */
    private static byte[] body(Result result) {
        if (result.rows().size() != 1) {
            throw ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA.error("label", "queue message", "reason", "it is gone");
        }
        return result.rows().getFirst()[0] instanceof byte[] bytes ? bytes : new byte[0];
    }

    boolean contains(Entry entry) {
        return index.contains(entry);
    }

    /** Returns whether a message waits that has one of the names. */
    boolean isWaiting(Set<String> names) {
        return index.oldest(names).isPresent();
    }

    /** Returns those that wait, oldest first. */
    Collection<Entry> waiting() {
        return index.waiting();
    }

    int size() {
        return index.size();
    }
}
