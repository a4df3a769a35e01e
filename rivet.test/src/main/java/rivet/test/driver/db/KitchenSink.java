package rivet.test.driver.db;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import rivet.actor.Action;
import rivet.actor.Actor;

/** A bit of everything that can be done with a database, in many rounds. */
abstract class KitchenSink extends Actor<Void> {

    /** What is there at the end. */
    public record Smoke(long metaCount, long dataCount, long payloadCount, long pageCount, String integrity) {}

    /** What makes a transaction fail. */
    private static final class Undo extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    final long number(String sql, Object... params) {
        return sql().first(Long.class, sql, params).orElse(0L);
    }

    final String integrity() {
        return sql().first(String.class, "PRAGMA integrity_check").orElseThrow();
    }

    final long insert(String value) {
        return sql().execute("INSERT INTO stress_data (value, created_at) VALUES (?, ?)", value, clock().millis()).lastInsertId();
    }

    final long upsert(String key, String value) {
        return sql().execute("INSERT INTO stress_meta_kv (key, value, updated_at) VALUES (?, ?, ?) "
            + "ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at", key, value, clock().millis()).rows();
    }

    /** Does so many rounds, cleans up, and returns what is there. */
    @Action
    public Smoke kitchenSinkSmoke(int rounds) {
        upsert("started-at", Long.toString(clock().millis()));
        for (int round = 0; round < rounds; round++) {
            beside(round);
            together(round);
            undone(round);
            if (round % 3 == 0) {
                sql().execute("DELETE FROM stress_data WHERE id = (SELECT min(id) FROM stress_data)");
            }
        }
        upsert("completed-rounds", Integer.toString(rounds));
        sql().execute("DELETE FROM stress_payloads WHERE id % 11 = 0");
        sql().execute("VACUUM");
        List<Object> seen = all(List.of(
            () -> number("SELECT count(*) FROM stress_meta_kv"),
            () -> number("SELECT count(*) FROM stress_data"),
            () -> number("SELECT count(*) FROM stress_payloads"),
            () -> number("PRAGMA page_count"),
            this::integrity));
        return new Smoke((long) seen.get(0), (long) seen.get(1), (long) seen.get(2), (long) seen.get(3), (String) seen.get(4));
    }

    /** Statements of several turns. */
    private void beside(int round) {
        all(List.of(
            () -> upsert("parallel-key-" + round % 17, "round-" + round),
            () -> insert("parallel-" + round),
            () -> number("SELECT count(*) FROM stress_data"),
            () -> number("PRAGMA page_count")));
    }

    private List<Object> all(List<Callable<Object>> work) {
        List<CompletableFuture<Object>> begun = work.stream().map(this::fork).toList();
        return begun.stream().map(this::await).toList();
    }

    /** A transaction with another inside that is undone. */
    private void together(int round) {
        sql().transaction(() -> {
            insert("transaction-" + round);
            sql().execute("INSERT OR REPLACE INTO stress_payloads (id, tag, payload, updated_at) VALUES (?, ?, ?, ?)",
                round + 1, "round-" + round, "p".repeat(1_024 + round % 5 * 2_048), clock().millis());
            sql().execute("SAVEPOINT patch");
            sql().execute("UPDATE stress_payloads SET payload = 'patched' WHERE id = ?", round + 1);
            sql().execute("ROLLBACK TO patch");
            sql().execute("RELEASE patch");
            upsert("transaction-round", Integer.toString(round));
        });
    }

    private void undone(int round) {
        try {
            sql().transaction(() -> {
                insert("undone-" + round);
                upsert("undone-" + round, "never there");
                throw new Undo();
            });
        } catch (Undo e) {
            log().trace("undone", e);
        }
    }
}
