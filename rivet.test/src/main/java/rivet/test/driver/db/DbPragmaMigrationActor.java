package rivet.test.driver.db;

import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Migrations;
import rivet.actor.Sql;

/** Keeps the version of its tables in one of them, beside the record that the platform keeps. */
@ActorType(value = "dbPragmaMigrationActor", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbPragmaMigrationActor extends Actor<Void> {

    /** A row. */
    public record Item(long id, String name, String status) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, sql -> {
            sql.execute("CREATE TABLE items_schema_version (singleton INTEGER PRIMARY KEY CHECK (singleton = 1), schema_version INTEGER NOT NULL)");
            sql.execute("CREATE TABLE items (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)");
            record(sql, 1);
        });
        migrations.step(2, sql -> {
            sql.execute("ALTER TABLE items ADD COLUMN status TEXT NOT NULL DEFAULT 'active'");
            record(sql, 2);
        });
    }

    private static void record(Sql sql, int version) {
        sql.execute("INSERT OR REPLACE INTO items_schema_version (singleton, schema_version) VALUES (1, ?)", version);
    }

    /** Inserts a row. */
    @Action
    public TestRows.Id insertItem(String name) {
        return new TestRows.Id(sql().execute("INSERT INTO items (name) VALUES (?)", name).lastInsertId());
    }

    /** Inserts a row with a status. */
    @Action
    public TestRows.Id insertItemWithStatus(String name, String status) {
        return new TestRows.Id(sql().execute("INSERT INTO items (name, status) VALUES (?, ?)", name, status).lastInsertId());
    }

    /** Returns all rows. */
    @Action
    public List<Item> getItems() {
        return sql().query(Item.class, "SELECT id, name, status FROM items ORDER BY id");
    }

    /** Returns the version of the tables. */
    @Action
    public long getSchemaVersion() {
        return sql().first(Long.class, "SELECT schema_version FROM items_schema_version").orElseThrow();
    }

    /** Returns the names of the columns. */
    @Action
    public List<String> getColumns() {
        return sql().query("PRAGMA table_info(items)").stream().map(row -> row.getString("name")).toList();
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
