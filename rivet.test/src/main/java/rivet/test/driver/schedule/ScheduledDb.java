package rivet.test.driver.schedule;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.Migrations;

/** Writes to its database later. */
@ActorType("scheduledDb")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ScheduledDb extends Actor<ScheduledDb.State> {

    /** What was done. */
    public static final class State {

        /** How many calls took place. */
        public long scheduledCount;
    }

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE scheduled_log (id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, created_at INTEGER NOT NULL)");
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Writes after some milliseconds. */
    @Action
    public void scheduleDbWrite(long ms) {
        schedule().after(Duration.ofMillis(ms), "onScheduledDbWrite");
    }

    /** What the schedule calls. */
    @Action
    public void onScheduledDbWrite() {
        state().scheduledCount++;
        sql().execute("INSERT INTO scheduled_log (action, created_at) VALUES ('scheduled', ?)", clock().millis());
    }

    /** Returns how often it was written. */
    @Action
    public long getLogCount() {
        return sql().query(Long.class, "SELECT count(*) FROM scheduled_log").getFirst();
    }

    /** Returns how many calls took place. */
    @Action
    public long getScheduledCount() {
        return state().scheduledCount;
    }
}
