package rivet.runtime.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import rivet.actor.Kv;
import rivet.actor.KvType;
import rivet.runtime.sql.PlatformSql;

/** An actor's key-value store as its code sees it. */
public final class ActorKv<K, V> implements Kv<K, V> {

    private final Entries entries;
    private final KvType<K> keys;
    private final KvType<V> values;

    private ActorKv(Entries entries, KvType<K> keys, KvType<V> values) {
        this.entries = entries;
        this.keys = keys;
        this.values = values;
    }

    /**
     * Makes the store of an actor, seen as texts.
     *
     * @param maxBindBytes what the parameters of a statement may have in all
     */
    public static Kv<String, String> of(PlatformSql sql, long maxBindBytes) {
        return new ActorKv<>(new Entries(sql, maxBindBytes), KvType.TEXT, KvType.TEXT);
    }

    @Override
    public <L> Kv<L, V> withKeys(KvType<L> type) {
        return new ActorKv<>(entries, type, values);
    }

    @Override
    public <W> Kv<K, W> withValues(KvType<W> type) {
        return new ActorKv<>(entries, keys, type);
    }

    @Override
    public Optional<V> get(K key) {
        return getAll("kv.get", List.of(key)).getFirst();
    }

    @Override
    public List<Optional<V>> getAll(List<K> wanted) {
        return getAll("kv.getAll", wanted);
    }

    private List<Optional<V>> getAll(String operation, List<K> wanted) {
        return entries.get(operation, wanted.stream().map(keys::encode).toList()).stream().map(value -> value.map(values::decode)).toList();
    }

    @Override
    public void put(K key, V value) {
        entries.put("kv.put", List.of(new Pair(keys.encode(key), values.encode(value))));
    }

    @Override
    public void putAll(List<Entry<K, V>> all) {
        List<Pair> pairs = new ArrayList<>(all.size());
        all.forEach(entry -> pairs.add(new Pair(keys.encode(entry.key()), values.encode(entry.value()))));
        entries.put("kv.putAll", pairs);
    }

    @Override
    public void delete(K key) {
        entries.delete("kv.delete", List.of(keys.encode(key)));
    }

    @Override
    public void deleteAll(List<K> unwanted) {
        entries.delete("kv.deleteAll", unwanted.stream().map(keys::encode).toList());
    }

    @Override
    public void deleteRange(K start, K end) {
        entries.delete("kv.deleteRange", KeyRange.of(keys.encode(start), keys.encode(end)));
    }

    @Override
    public List<Entry<K, V>> list(K prefix, Listing listing) {
        return list("kv.list", KeyRange.ofPrefix(keys.encode(prefix)), listing);
    }

    @Override
    public List<Entry<K, V>> listRange(K start, K end, Listing listing) {
        return list("kv.listRange", KeyRange.of(keys.encode(start), keys.encode(end)), listing);
    }

    private List<Entry<K, V>> list(String operation, KeyRange range, Listing listing) {
        List<Entry<K, V>> listed = new ArrayList<>();
        entries.list(operation, range, listing, pair -> listed.add(new Entry<>(keys.decode(pair.key()), values.decode(pair.value()))));
        return listed;
    }
}
