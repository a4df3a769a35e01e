package rivet.test.driver.sleep;

import java.util.List;

import rivet.actor.Action;
import rivet.actor.Migrations;

/**
 * A counting actor that writes what happens to it into its database.
 *
 * @param <S> the state
 */
abstract class LoggingActor<S extends Counts> extends CountingActor<S> {

    /** A row of the log; its names are those of the columns. */
    public record Entry(long id, String event, long created_at) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE sleep_log (id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, created_at INTEGER NOT NULL)");
    }

    /** Writes an event down. */
    final void log(String event) {
        sql().execute("INSERT INTO sleep_log (event, created_at) VALUES (?, ?)", event, clock().millis());
    }

    @Override
    protected void onWake() throws Exception {
        super.onWake();
        log("wake");
    }

    /** Returns what happened, in order. */
    @Action
    public List<Entry> getLogEntries() {
        return sql().query(Entry.class, "SELECT id, event, created_at FROM sleep_log ORDER BY id");
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
