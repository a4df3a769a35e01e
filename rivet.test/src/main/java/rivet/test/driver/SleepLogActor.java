package rivet.test.driver;

import java.util.List;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.StopReason;

/** Counts its starts and sleeps, and notes what happens to it in a table. */
abstract class SleepLogActor extends Actor<SleepLogActor.Counts> {

    /** How often it started and went to sleep. */
    @ImmutableState
    public record Counts(int startCount, int sleepCount) {}

    /** A row of the table. */
    public record Entry(long id, String event, long created_at) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE sleep_log (id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, created_at INTEGER NOT NULL)");
    }

    @Override
    protected Counts createState(Input input) {
        return new Counts(0, 0);
    }

    @Override
    protected void onWake() {
        updateState(s -> new Counts(s.startCount() + 1, s.sleepCount()));
        log("wake");
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        updateState(s -> new Counts(s.startCount(), s.sleepCount() + 1));
        sleeping();
    }

    /** What it does when it goes to sleep. */
    protected abstract void sleeping() throws Exception;

    /** Adds a row. */
    protected final void log(String event) {
        sql().execute("INSERT INTO sleep_log (event, created_at) VALUES (?, ?)", event, clock().instant());
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }

    /** Returns the rows in their order. */
    @Action
    public List<Entry> getLogEntries() {
        return sql().query(Entry.class, "SELECT id, event, created_at FROM sleep_log ORDER BY id");
    }
}
