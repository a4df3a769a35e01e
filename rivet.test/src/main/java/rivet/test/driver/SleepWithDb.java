package rivet.test.driver;

import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.StopReason;
import rivet.error.RivetException;

/** Writes to its database when it goes to sleep, and tells whether that went well. */
@ActorType(value = "sleepWithDb", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithDb extends Actor<SleepWithDb.State> {

    /** How often it started and went to sleep, and how the last write before that ended. */
    @ImmutableState
    public record State(int startCount, int sleepCount, boolean onSleepDbWriteSuccess, String onSleepDbWriteError) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE sleep_log (id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, created_at INTEGER NOT NULL)");
    }

    @Override
    protected State createState(Input input) {
        return new State(0, 0, false, null);
    }

    @Override
    protected void onWake() {
        updateState(s -> new State(s.startCount() + 1, s.sleepCount(), s.onSleepDbWriteSuccess(), s.onSleepDbWriteError()));
        insertLogEntry("wake");
    }

    @Override
    protected void onSleep(StopReason reason) {
        String error = null;
        try {
            insertLogEntry("sleep");
        } catch (RivetException e) {
            error = e.getMessage();
        }
        State before = state();
        setState(new State(before.startCount(), before.sleepCount() + 1, error == null, error));
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Asks for sleep twice, which is one sleep. */
    @Action
    public void triggerSleepTwice() {
        requestSleep();
        requestSleep();
    }

    /** Returns the state. */
    @Action
    public State getCounts() {
        return state();
    }

    /** Adds a row. */
    @Action
    public void insertLogEntry(String event) {
        sql().execute("INSERT INTO sleep_log (event, created_at) VALUES (?, ?)", event, clock().instant());
    }

    /** Returns the rows in their order. */
    @Action
    public List<SleepLogActor.Entry> getLogEntries() {
        return sql().query(SleepLogActor.Entry.class, "SELECT id, event, created_at FROM sleep_log ORDER BY id");
    }
}
