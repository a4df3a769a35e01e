package rivet.test.driver.db;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Migrations;

/**
 * A table, and what can be done with its rows.
 *
 * @param <S> the state
 */
abstract class TestRows<S> extends Actor<S> {

    /** A row. */
    public record Entry(long id, String value, String payload, long created_at) {}

    /** What was inserted. */
    public record Id(long id) {}

    /** A row as SQLite sees it. */
    public record ReadBack(long id, String value, String hex_value, long sqlite_length) {}

    /** A number of rows. */
    public record Count(long count) {}

    /** That it was done. */
    public record Success(boolean success) {}

    /** The size of something in characters. */
    public record Sized(long id, long size) {}

    /** A value. */
    public record Value(String value) {}

    /** Whose value it is. */
    public record IdValue(long id, String value) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE test_data (id INTEGER PRIMARY KEY AUTOINCREMENT, value TEXT NOT NULL, payload TEXT NOT NULL DEFAULT '', "
            + "created_at INTEGER NOT NULL)");
    }

    final long insert(String value, String payload) {
        return sql().execute("INSERT INTO test_data (value, payload, created_at) VALUES (?, ?, ?)", value, payload, clock().millis()).lastInsertId();
    }

    final long number(String sql, Object... params) {
        return sql().first(Long.class, sql, params).orElse(0L);
    }

    final List<String> values() {
        return sql().query(String.class, "SELECT value FROM test_data ORDER BY id");
    }

    /** Deletes all rows. */
    @Action
    public void reset() {
        sql().execute("DELETE FROM test_data");
    }

    /** Inserts a row. */
    @Action
    public Id insertValue(String value) {
        return new Id(insert(value, ""));
    }

    /** Inserts a row and returns it as SQLite sees it. */
    @Action
    public ReadBack insertValueAndReadBack(String value) {
        return sql().first(ReadBack.class, "SELECT id, value, hex(value) AS hex_value, length(value) AS sqlite_length FROM test_data WHERE id = ?", insert(value, ""))
            .orElseThrow();
    }

    /** Returns all rows. */
    @Action
    public List<Entry> getValues() {
        return sql().query(Entry.class, "SELECT id, value, payload, created_at FROM test_data ORDER BY id");
    }

    /** Returns the value of a row, or null. */
    @Action
    public String getValue(long id) {
        return sql().first(String.class, "SELECT value FROM test_data WHERE id = ?", id).orElse(null);
    }

    /** Returns the number of rows. */
    @Action
    public long getCount() {
        return number("SELECT count(*) FROM test_data");
    }

    /** Returns the number of rows. */
    @Action
    public long rawSelectCount() {
        return sql().query("SELECT count(*) AS count FROM test_data").getFirst().getLong("count");
    }

    /** Inserts rows by one statement. */
    @Action
    public Count insertMany(int count) {
        return new Count(sql().execute("INSERT INTO test_data (value, created_at) WITH RECURSIVE row(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM row WHERE i + 1 < ?) "
            + "SELECT 'row-' || i, ? FROM row", count, clock().millis()).rows());
    }

    /** Changes a row. */
    @Action
    public Success updateValue(long id, String value) {
        sql().execute("UPDATE test_data SET value = ? WHERE id = ?", value, id);
        return new Success(true);
    }

    /** Deletes a row. */
    @Action
    public void deleteValue(long id) {
        sql().execute("DELETE FROM test_data WHERE id = ?", id);
    }

    /** Inserts a row with so many characters. */
    @Action
    public Sized insertPayloadOfSize(int size) {
        return new Sized(insert("payload", "x".repeat(size)), size);
    }

    /** Returns how many characters a row has. */
    @Action
    public long getPayloadSize(long id) {
        return number("SELECT length(payload) FROM test_data WHERE id = ?", id);
    }

    /** Inserts rows with so many characters. */
    @Action
    public Count insertPayloadRows(int count, int size) {
        String payload = "x".repeat(size);
        for (int i = 0; i < count; i++) {
            insert("bulk-" + i, payload);
        }
        return new Count(count);
    }

    /** Changes a row again and again, by one text of many statements. */
    @Action
    public Value repeatUpdate(long id, int times) {
        sql().execute(IntStream.range(0, times).mapToObj(i -> "UPDATE test_data SET value = 'Updated " + i + "' WHERE id = " + id)
            .collect(Collectors.joining("; ", "BEGIN; ", "; COMMIT")));
        return new Value(getValue(id));
    }

    /** Changes rows in turn. */
    @Action
    public List<IdValue> roundRobinUpdateValues(List<Long> ids, int times) {
        sql().transaction(() -> {
            for (int i = 0; i < times; i++) {
                updateValue(ids.get(i % ids.size()), "v-" + i);
            }
        });
        return ids.stream().map(id -> new IdValue(id, getValue(id))).toList();
    }

    /** Inserts and changes a row by one text. */
    @Action
    public String multiStatementInsert(String value) {
        String text = "'" + value.replace("'", "''") + "'";
        sql().execute("INSERT INTO test_data (value, created_at) VALUES (" + text + ", " + clock().millis() + "); "
            + "UPDATE test_data SET value = " + text + " || '-updated' WHERE id = last_insert_rowid();");
        return sql().first(String.class, "SELECT value FROM test_data ORDER BY id DESC LIMIT 1").orElseThrow();
    }

    /** Returns how many pages the database has. */
    @Action
    public long getPageCount() {
        return number("PRAGMA page_count");
    }

    /** Gives free pages back. */
    @Action
    public void vacuum() {
        sql().execute("VACUUM");
    }

    /** Returns what SQLite says of its file. */
    @Action
    public String integrityCheck() {
        return sql().first(String.class, "PRAGMA integrity_check").orElseThrow();
    }

    /** Fills the table and churns it, in one transaction. */
    @Action
    public void runMixedWorkload(int seed, int churn) {
        sql().transaction(() -> {
            for (int i = 0; i < seed; i++) {
                replace(i + 1, "seed-" + i);
            }
            for (int i = 0; i < churn; i++) {
                int id = i % seed + 1;
                if (i % 9 == 0) {
                    deleteValue(id);
                } else {
                    replace(id, "churn-" + i);
                }
            }
        });
    }

    private void replace(long id, String value) {
        sql().execute("INSERT OR REPLACE INTO test_data (id, value, payload, created_at) VALUES (?, ?, ?, ?)", id, value, "y".repeat(64), clock().millis());
    }
}
