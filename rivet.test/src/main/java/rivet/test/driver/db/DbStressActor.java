package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Migrations;

/** Writes much. */
@ActorType(value = "dbStressActor", actionTimeout = 120_000, sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbStressActor extends KitchenSink {

    /** A number of rows. */
    public record Count(long count) {}

    /** How long rows took. */
    public record Health(long elapsedMs, long insertCount) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1,
            "CREATE TABLE stress_data (id INTEGER PRIMARY KEY AUTOINCREMENT, value TEXT NOT NULL, created_at INTEGER NOT NULL)",
            "CREATE TABLE stress_meta_kv (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL)",
            "CREATE TABLE stress_payloads (id INTEGER PRIMARY KEY, tag TEXT NOT NULL, payload TEXT NOT NULL, updated_at INTEGER NOT NULL)");
    }

    /** Inserts rows by one statement. */
    @Action
    public Count insertBatch(int count) {
        return new Count(sql().execute("INSERT INTO stress_data (value, created_at) WITH RECURSIVE row(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM row WHERE i + 1 < ?) "
            + "SELECT 'batch-' || i, ? FROM row", count, clock().millis()).rows());
    }

    /** Writes 32 keys in turn; returns how many there are. */
    @Action
    public long upsertMetaRows(int count) {
        for (int i = 0; i < count; i++) {
            upsert("key-" + i % 32, "value-" + i);
        }
        return number("SELECT count(*) FROM stress_meta_kv");
    }

    /** Returns the number of rows. */
    @Action
    public long getCount() {
        return number("SELECT count(*) FROM stress_data");
    }

    /** Inserts rows one by one. */
    @Action
    public Health measureEventLoopHealth(int count) {
        long start = clock().millis();
        for (int i = 0; i < count; i++) {
            insert("health-" + i);
        }
        return new Health(clock().millis() - start, count);
    }

    /** Inserts rows one by one and returns how many of them are there. */
    @Action
    public long writeAndVerify(int count) {
        long before = getCount();
        for (int i = 0; i < count; i++) {
            insert("verify-" + i);
        }
        return getCount() - before;
    }

    /** Returns what SQLite says of its file. */
    @Action
    public String integrityCheck() {
        return integrity();
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Deletes all rows. */
    @Action
    public void reset() {
        sql().execute("DELETE FROM stress_data; DELETE FROM stress_meta_kv; DELETE FROM stress_payloads");
    }

    /** Asks for its destruction. */
    @Action
    public void destroy() {
        requestDestroy();
    }
}
