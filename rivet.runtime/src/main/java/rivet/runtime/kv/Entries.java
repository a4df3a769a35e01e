package rivet.runtime.kv;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import rivet.actor.Kv.Listing;
import rivet.error.ErrorCode;
import rivet.protocol.sql.SqlText;
import rivet.runtime.sql.PlatformSql;

/**
 * The rows of an actor's key-value store. Reads and writes go in groups, so that no statement is larger than the store takes and no result larger than memory should
 * be. Used by
 * the thread that holds the turn.
 */
final class Entries {

    static final int MOST_KEY = 2_048;
    static final int MOST_VALUE = 131_072;

    /** How many rows a group has, and how many bytes (R-kv-2). */
    private static final int ROWS = 128;
    private static final int BYTES = 512 << 10;

    /** What a call may return. */
    private static final long MOST_RESULT = 32 << 20;

    private static final SqlText DELETE_RANGE = SqlText.of("DELETE FROM _rivet_user_kv WHERE key >= ? AND key < ?");
    private static final String LIST = "SELECT key, value FROM _rivet_user_kv WHERE key >= ? AND key < ? ORDER BY key %s LIMIT ?";
    private static final SqlText UP = SqlText.of(LIST.formatted("ASC"));
    private static final SqlText DOWN = SqlText.of(LIST.formatted("DESC"));

    private final PlatformSql sql;
    private final long groupBytes;

    Entries(PlatformSql sql, long maxBindBytes) {
        this.sql = sql;
        this.groupBytes = Math.min(BYTES, maxBindBytes);
    }

    /** Returns the values of keys, in their order. */
    List<Optional<byte[]>> get(String operation, List<byte[]> keys) {
        sql.check(operation);
        keys.forEach(this::requireKey);
        Map<ByteBuffer, byte[]> found = new HashMap<>();
        Room room = new Room();
        for (int from = 0; from < keys.size(); from += ROWS) {
            List<byte[]> group = keys.subList(from, Math.min(keys.size(), from + ROWS));
            for (Object[] row : sql.run(SqlText.of("SELECT key, value FROM _rivet_user_kv WHERE key IN (" + places("?", group.size()) + ")"), stored(group)).rows()) {
                byte[] value = bytes(row[1]);
                room.take(value.length);
                found.put(ByteBuffer.wrap(KeyRange.author(bytes(row[0]))), value);
            }
        }
        return keys.stream().map(key -> Optional.ofNullable(found.get(ByteBuffer.wrap(key)))).toList();
    }

    /** Sets entries, after a look at all of them (R-kv-1). */
    void put(String operation, List<Pair> pairs) {
        sql.check(operation);
        pairs.forEach(this::require);
        List<Object> group = new ArrayList<>();
        long bytes = 0;
        for (Pair pair : pairs) {
            if (group.size() == 2 * ROWS || !group.isEmpty() && bytes + pair.bytes() > groupBytes) {
                put(group);
                group.clear();
                bytes = 0;
            }
            group.add(KeyRange.stored(pair.key()));
            group.add(pair.value());
            bytes += pair.bytes();
        }
        if (!group.isEmpty()) {
            put(group);
        }
    }

    /** One statement, so the group is all or nothing whatever the durability. */
    private void put(List<Object> group) {
        sql.run(SqlText.of("INSERT OR REPLACE INTO _rivet_user_kv (key, value) VALUES " + places("(?, ?)", group.size() / 2)), group);
    }

    /** Removes keys, all or none. */
    void delete(String operation, List<byte[]> keys) {
        sql.check(operation);
        keys.forEach(this::requireKey);
        if (keys.size() <= ROWS) {
            deleteGroup(keys);
        } else {
            sql.atomically(() -> {
                for (int from = 0; from < keys.size(); from += ROWS) {
                    deleteGroup(keys.subList(from, Math.min(keys.size(), from + ROWS)));
                }
            });
        }
    }

    private void deleteGroup(List<byte[]> keys) {
        if (!keys.isEmpty()) {
            sql.run(SqlText.of("DELETE FROM _rivet_user_kv WHERE key IN (" + places("?", keys.size()) + ")"), stored(keys));
        }
    }

    /** Removes a range. */
    void delete(String operation, KeyRange range) {
        sql.check(operation);
        sql.run(DELETE_RANGE, List.of(range.start(), range.end()));
    }

    /** Gives the entries of a range, one after the other. */
    void list(String operation, KeyRange range, Listing listing, Consumer<Pair> to) {
        sql.check(operation);
        Room room = new Room();
        KeyRange rest = range;
        long left = listing.limit().orElse(Integer.MAX_VALUE);
        while (left > 0) {
            long most = Math.min(left, ROWS);
            List<Object[]> rows = sql.run(listing.reversed() ? DOWN : UP, List.of(rest.start(), rest.end(), most)).rows();
            for (Object[] row : rows) {
                Pair pair = new Pair(KeyRange.author(bytes(row[0])), bytes(row[1]));
                room.take(pair.bytes());
                to.accept(pair);
            }
            if (rows.size() < most) {
                return;
            }
            byte[] last = bytes(rows.getLast()[0]);
            rest = listing.reversed() ? rest.before(last) : rest.after(last);
            left -= rows.size();
        }
    }

    private void require(Pair pair) {
        requireKey(pair.key());
        if (pair.value().length > MOST_VALUE) {
            throw sql.named(ErrorCode.KV_VALUE_TOO_LARGE.error("size", pair.value().length, "limit", MOST_VALUE));
        }
    }

    private void requireKey(byte[] key) {
        if (key.length > MOST_KEY) {
            throw sql.named(ErrorCode.KV_KEY_TOO_LARGE.error("size", key.length, "limit", MOST_KEY));
        }
    }

    private static List<Object> stored(List<byte[]> keys) {
        return keys.stream().<Object> map(KeyRange::stored).toList();
    }

    private static String places(String one, int count) {
        return String.join(", ", Collections.nCopies(count, one));
    }

    /** A zero-length blob may come back as NULL from a remote store (R-obj-8). */
    private static byte[] bytes(Object column) {
        return column instanceof byte[] bytes ? bytes : new byte[0];
    }

    /** What is left of the memory of a call. */
    private final class Room {

        private long left = MOST_RESULT;

        void take(int bytes) {
            left -= bytes;
            if (left < 0) {
                throw sql.named(ErrorCode.SQLITE_LIMIT_EXCEEDED.error("what", "the result", "limit", MOST_RESULT + " bytes"));
            }
        }
    }
}
