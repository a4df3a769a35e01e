package rivet.actor;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The actor's key-value store, for code that comes from there: {@link Sql} does more. Keys and values are bytes, seen as texts unless said otherwise by
 * {@link #withKeys} and {@link #withValues}. The original's entries are read and written as they are, since its table is used (R-kv-7).
 * <p>
 * Reads see what was written before. Everything runs inside the turn, is no await point, and is part of the transaction that the code is in: with {@link
 * Durability#TURN} it is
 * committed with the turn's other changes, or not at all; with {@link Durability#INTERVAL} each call is durable when it returns (R-kv-8). It needs no
 * {@link ActorType#database()}.
 * <p>
 * <b>Limits.</b> A key has up to 2,048 bytes ({@code kv.key_too_large}), a value up to 131,072 ({@code kv.value_too_large}); all are looked at before the first is
 * written (R-kv-1). What one call returns may take up to 32 MiB ({@code sqlite.limit_exceeded}). All calls fail with {@code actor.wrong_thread} outside a turn, and with
 * {@code sqlite.writer_busy} while somebody else's transaction goes over an await point.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
@ProviderType
public interface Kv<K, V> {

    /** An entry. */
    record Entry<K, V>(K key, V value) {}

    /**
     * How to list.
     *
     * @param reversed in descending order of the keys
     * @param limit how many entries at most, counted in that order; at least 0
     */
    record Listing(boolean reversed, OptionalInt limit) {

        /** All, in ascending order. */
        public static final Listing ALL = new Listing(false, OptionalInt.empty());

        public Listing {
            if (limit.orElse(0) < 0) {
                throw new IllegalArgumentException("limit is " + limit.getAsInt());
            }
        }

        /** Returns the same in descending order. */
        public Listing inReverse() {
            return new Listing(true, limit);
        }

        /** Returns the same with a limit. */
        public Listing atMost(int entries) {
            return new Listing(reversed, OptionalInt.of(entries));
        }
    }

    /** Returns the same store with keys seen otherwise. */
    <L> Kv<L, V> withKeys(KvType<L> type);

    /** Returns the same store with values seen otherwise. */
    <W> Kv<K, W> withValues(KvType<W> type);

    /** Returns the value of a key. */
    Optional<V> get(K key);

    /** Returns the values of keys, in their order; a key that comes twice has its value twice (R-kv-3). */
    List<Optional<V>> getAll(List<K> keys);

    /** Sets the value of a key. */
    void put(K key, V value);

    /**
     * Sets values of keys; of two entries with one key the later stays. With {@link Durability#INTERVAL} groups of up to 128 entries with 512 KiB are durable one
     * after the
     * other, unless it is done in a transaction (R-kv-2).
     */
    void putAll(List<Entry<K, V>> entries);

    /** Removes a key; one that is not there is nothing to remove. */
    void delete(K key);

    /** Removes keys, all or none (R-kv-4). */
    void deleteAll(List<K> keys);

    /** Removes the keys from {@code start} on, up to {@code end} and without it, in the order of their bytes (R-kv-4). */
    void deleteRange(K start, K end);

    /** Returns the entries whose keys begin so, in the order of their bytes; with an empty prefix all of them (R-kv-5, R-kv-6). */
    default List<Entry<K, V>> list(K prefix) {
        return list(prefix, Listing.ALL);
    }

    /** Returns the entries whose keys begin so. */
    List<Entry<K, V>> list(K prefix, Listing listing);

    /** Returns the entries from {@code start} on, up to {@code end} and without it, in the order of their bytes (R-kv-4). */
    default List<Entry<K, V>> listRange(K start, K end) {
        return listRange(start, end, Listing.ALL);
    }

    /** Returns the entries from {@code start} on, up to {@code end} and without it. */
    List<Entry<K, V>> listRange(K start, K end, Listing listing);
}
