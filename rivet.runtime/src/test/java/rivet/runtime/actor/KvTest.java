package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Kv;
import rivet.actor.Kv.Entry;
import rivet.actor.Kv.Listing;
import rivet.actor.KvType;
import rivet.actor.TransactionOptions;
import rivet.error.RivetException;
import rivet.runtime.actor.Scripted.Body;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;

/** The key-value store, through a real store. */
class KvTest {

    @TempDir
    Path data;

    private final Map<String, Body<Count>> bodies = new ConcurrentHashMap<>();
    private TestPlatform platform;

    @BeforeEach
    void start() throws Exception {
        platform = new TestPlatform(data);
        platform.type("turn", () -> new Counting(bodies));
        platform.type("interval", () -> new Counting(bodies), "durability", "INTERVAL", "stateSaveInterval", 3_600_000);
        platform.start("turn", "t");
        platform.start("interval", "i");
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private Object act(String id, Body<Count> body) throws Exception {
        String name = "body " + bodies.size();
        bodies.put(name, body);
        return TestPlatform.await(platform.callLater(id, "act", name));
    }

    private static void fails(String code, Map<String, Object> metadata, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).as(e.toString()).isEqualTo(code);
            assertThat(e.metadata()).contains(metadata);
        });
    }

    private List<List<Object>> stored(String query) {
        return platform.store().read(new DatabaseId.Actor("t"), List.of(Statement.of(query)), Duration.ofSeconds(5)).toCompletableFuture().join().getFirst().rows()
            .stream().map(Arrays::asList).toList();
    }

    private static List<String> keys(List<Entry<String, String>> entries) {
        return entries.stream().map(Entry::key).toList();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    @DisplayName("R-kv-7: what was put is there, until it is replaced or removed")
    void textsAndBytes(String id) throws Exception {
        act(id, actor -> {
            Kv<String, String> kv = actor.kv();
            assertThat(kv.get("a")).isEmpty();
            kv.put("a", "é");
            kv.put("a", "ü");
            kv.put("", "");
            assertThat(kv.get("a")).contains("ü");
            assertThat(kv.get("")).contains("");
            Kv<byte[], byte[]> raw = kv.withKeys(KvType.BYTES).withValues(KvType.BYTES);
            assertThat(raw.get("a".getBytes())).hasValueSatisfying(value -> assertThat(value).isEqualTo(bytes(0xc3, 0xbc)));
            raw.put(bytes(0, 255), bytes(1, 0, 2));
            assertThat(raw.get(bytes(0, 255))).hasValueSatisfying(value -> assertThat(value).isEqualTo(bytes(1, 0, 2)));
            kv.delete("a");
            kv.delete("never there");
            assertThat(kv.get("a")).isEmpty();
            return null;
        });
    }

    @Test
    @DisplayName("R-kv-7: rows are those of the original, with a byte before each key, and outlive sleep")
    void theTableIsTheOriginals() throws Exception {
        act("t", actor -> {
            actor.kv().put("k", "v");
            return null;
        });
        platform.putToSleep("t");
        platform.start("turn", "t");
        act("t", actor -> {
            assertThat(actor.kv().get("k")).contains("v");
            return null;
        });
        assertThat(stored("SELECT hex(key), hex(value) FROM _rivet_user_kv")).containsExactly(List.of("046B", "76"));
    }

    @Test
    @DisplayName("R-kv-1: keys and values have limits, and all of them are looked at before the first is written")
    void limits() throws Exception {
        act("t", actor -> {
            Kv<String, String> kv = actor.kv();
            kv.put("k".repeat(2_048), "v".repeat(131_072));
            fails("kv.key_too_large", Map.of("size", 2_049, "limit", 2_048), () -> kv.put("k".repeat(2_049), ""));
            fails("kv.key_too_large", Map.of("size", 2_050, "limit", 2_048), () -> kv.get("é".repeat(1_025)));
            fails("kv.value_too_large", Map.of("size", 131_073, "limit", 131_072),
                () -> kv.putAll(List.of(new Entry<>("first", "1"), new Entry<>("second", "v".repeat(131_073)))));
            assertThat(kv.get("first")).isEmpty();
            return null;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    @DisplayName("R-kv-2, R-kv-3: many at once; their values come in the order that was asked for, those twice that were asked for twice")
    void batches(String id) throws Exception {
        act(id, actor -> {
            Kv<String, String> kv = actor.kv();
            List<Entry<String, String>> entries = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                entries.add(new Entry<>("key " + i % 299, "value " + i));
            }
            kv.putAll(entries);
            kv.putAll(List.of());
            List<String> wanted = new ArrayList<>();
            for (int i = 298; i >= 0; i--) {
                wanted.add("key " + i);
            }
            wanted.add("missing");
            wanted.add("key 7");
            List<Optional<String>> values = kv.getAll(wanted);
            assertThat(values).hasSize(301);
            assertThat(values.getFirst()).contains("value 298");
            assertThat(values.get(298)).as("the later of two stays").contains("value 299");
            assertThat(values.get(299)).isEmpty();
            assertThat(values.get(300)).contains("value 7");
            assertThat(kv.getAll(List.of())).isEmpty();
            assertThat(kv.list("")).hasSize(299);
            return null;
        });
    }

    @Test
    @DisplayName("R-kv-2: groups are of 128 rows and 512 KiB, each a statement")
    void largeBatches() throws Exception {
        act("i", actor -> {
            List<Entry<String, String>> entries = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                entries.add(new Entry<>("" + i, "v".repeat(131_072)));
            }
            actor.kv().putAll(entries);
            assertThat(actor.kv().list("").stream().map(entry -> entry.value().length())).hasSize(9).containsOnly(131_072);
            return null;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    @DisplayName("R-kv-4: several are removed at once, or those of a range without its end")
    void removal(String id) throws Exception {
        act(id, actor -> {
            Kv<String, String> kv = actor.kv();
            List<String> many = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                kv.put("m" + i, "");
                many.add("m" + i);
            }
            for (String key : List.of("a", "b", "ba", "c", "d")) {
                kv.put(key, key);
            }
            kv.deleteAll(many);
            kv.deleteAll(List.of());
            assertThat(keys(kv.list(""))).containsExactly("a", "b", "ba", "c", "d");
            kv.deleteRange("b", "c");
            assertThat(keys(kv.list(""))).containsExactly("a", "c", "d");
            kv.deleteRange("d", "a");
            assertThat(keys(kv.listRange("a", "d"))).containsExactly("a", "c");
            return null;
        });
    }

    @Test
    @DisplayName("R-kv-5: a prefix ends before the next one of its length; one of the greatest bytes has no end, an empty one is everything")
    void prefixes() throws Exception {
        act("t", actor -> {
            Kv<byte[], String> kv = actor.kv().withKeys(KvType.BYTES);
            for (byte[] key : List.of(bytes(1), bytes(1, 255), bytes(1, 255, 7), bytes(2), bytes(255), bytes(255, 255), bytes(255, 255, 0), bytes())) {
                kv.put(key, "");
            }
            assertThat(kv.list(bytes(1))).hasSize(3);
            assertThat(kv.list(bytes(1, 255))).hasSize(2);
            assertThat(kv.list(bytes(255))).hasSize(3);
            assertThat(kv.list(bytes(255, 255))).hasSize(2);
            assertThat(kv.list(bytes())).hasSize(8);
            assertThat(kv.list(bytes(3))).isEmpty();
            return null;
        });
    }

    @Test
    @DisplayName("R-kv-6: lists are in the order of the bytes, reversed if wished; a limit counts in that order")
    void order() throws Exception {
        act("t", actor -> {
            Kv<String, String> kv = actor.kv();
            for (String key : List.of("b", "é", "a", "B", "aa", "漢")) {
                kv.put(key, key);
            }
            assertThat(keys(kv.list(""))).containsExactly("B", "a", "aa", "b", "é", "漢");
            assertThat(keys(kv.list("", Listing.ALL.inReverse()))).containsExactly("漢", "é", "b", "aa", "a", "B");
            assertThat(keys(kv.list("", Listing.ALL.atMost(2)))).containsExactly("B", "a");
            assertThat(keys(kv.listRange("a", "c", Listing.ALL.inReverse().atMost(2)))).containsExactly("b", "aa");
            assertThat(kv.list("", Listing.ALL.atMost(0))).isEmpty();
            assertThatIllegalArgumentException().isThrownBy(() -> Listing.ALL.atMost(-1));
            return null;
        });
    }

    @Test
    @DisplayName("R-kv-6: a long list is whole and in order, either way")
    void longLists() throws Exception {
        act("t", actor -> {
            List<Entry<String, String>> entries = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                entries.add(new Entry<>("%04d".formatted(i), ""));
            }
            actor.kv().putAll(entries);
            List<String> all = keys(entries);
            assertThat(keys(actor.kv().list(""))).isEqualTo(all);
            assertThat(keys(actor.kv().list("", Listing.ALL.inReverse()))).isEqualTo(all.reversed());
            assertThat(keys(actor.kv().list("", Listing.ALL.atMost(300)))).isEqualTo(all.subList(0, 300));
            assertThat(keys(actor.kv().list("0", Listing.ALL.inReverse().atMost(128)))).isEqualTo(all.reversed().subList(0, 128));
            return null;
        });
    }

    @Test
    void moreThanMemoryShouldHoldIsNotReturned() throws Exception {
        act("t", actor -> {
            Kv<String, String> kv = actor.kv();
            List<String> all = new ArrayList<>();
            for (int i = 0; i < 257; i++) {
                all.add("%03d".formatted(i));
                kv.put(all.getLast(), "v".repeat(131_072));
            }
            for (Runnable call : List.<Runnable> of(() -> kv.list(""), () -> kv.getAll(all))) {
                assertThatThrownBy(call::run).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("limit_exceeded"));
            }
            assertThat(kv.list("", Listing.ALL.atMost(3))).hasSize(3);
            return null;
        });
    }

    @Test
    @DisplayName("R-kv-8: entries are part of the turn and of the transactions in it")
    void areCommittedWithTheTurn() throws Exception {
        act("t", actor -> {
            Kv<String, String> kv = actor.kv();
            kv.put("kept", "1");
            assertThatThrownBy(() -> actor.transaction(() -> {
                kv.put("undone", "1");
                kv.delete("kept");
                assertThat(kv.get("kept")).isEmpty();
                throw new IllegalStateException();
            })).isInstanceOf(IllegalStateException.class);
            assertThat(kv.get("kept")).contains("1");
            assertThat(kv.get("undone")).isEmpty();
            return null;
        });
        act("t", actor -> {
            CompletableFuture<Void> other = new CompletableFuture<>();
            actor.transaction(TransactionOptions.DEFAULT.allowingAwait(), () -> {
                actor.kv().put("long", "1");
                other.complete(null);
                actor.await(other);
                assertThat(actor.kv().get("long")).contains("1");
                return null;
            });
            return null;
        });
        platform.putToSleep("t");
        assertThat(stored("SELECT substr(cast(key AS TEXT), 2) FROM _rivet_user_kv ORDER BY key")).containsExactly(List.of("kept"), List.of("long"));
    }

    @Test
    void isForTheTurnsOwnThreadOnly() throws Exception {
        CompletableFuture<Kv<String, String>> taken = new CompletableFuture<>();
        act("t", actor -> taken.complete(actor.kv()));
        assertThatThrownBy(() -> taken.join().get("a")).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("wrong_thread"));
    }
}
