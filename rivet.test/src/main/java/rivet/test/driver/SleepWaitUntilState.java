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

/** Leaves work behind that changes its state when it goes to sleep. */
@ActorType(value = "sleepWaitUntilState", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWaitUntilState extends Actor<SleepWaitUntilState.State> {

    /** How often it started and went to sleep, and whether the work was done. */
    @ImmutableState
    public record State(int startCount, int sleepCount, boolean waitUntilRan) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE sleep_log (id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, created_at INTEGER NOT NULL)");
    }

    @Override
    protected State createState(Input input) {
        return new State(0, 0, false);
    }

    @Override
    protected void onWake() {
        updateState(s -> new State(s.startCount() + 1, s.sleepCount(), s.waitUntilRan()));
        log("wake");
    }

    @Override
    protected void onSleep(StopReason reason) {
        updateState(s -> new State(s.startCount(), s.sleepCount() + 1, s.waitUntilRan()));
        waitUntil(() -> {
            updateState(s -> new State(s.startCount(), s.sleepCount(), true));
            log("waituntil-state");
            return null;
        });
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Returns the state. */
    @Action
    public State getCounts() {
        return state();
    }

    /** Returns the rows in their order. */
    @Action
    public List<SleepLogActor.Entry> getLogEntries() {
        return sql().query(SleepLogActor.Entry.class, "SELECT id, event, created_at FROM sleep_log ORDER BY id");
    }

    private void log(String event) {
        sql().execute("INSERT INTO sleep_log (event, created_at) VALUES (?, ?)", event, clock().instant());
    }
}
