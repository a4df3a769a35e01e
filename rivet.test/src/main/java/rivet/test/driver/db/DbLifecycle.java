package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Migrations;

/** Has a table, sleeps and is destroyed. */
@ActorType(value = "dbLifecycle", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbLifecycle extends Actor<Void> {

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE lifecycle_data (id INTEGER PRIMARY KEY AUTOINCREMENT, value TEXT NOT NULL, created_at INTEGER NOT NULL)");
    }

    /** Returns the actor's id. */
    @Action
    public String getActorId() {
        return actorId();
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }

    /** Inserts a row. */
    @Action
    public void insertValue(String value) {
        sql().execute("INSERT INTO lifecycle_data (value, created_at) VALUES (?, ?)", value, clock().millis());
    }

    /** Returns the number of rows. */
    @Action
    public long getCount() {
        return sql().first(Long.class, "SELECT count(*) FROM lifecycle_data").orElseThrow();
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Asks for its destruction. */
    @Action
    public void triggerDestroy() {
        requestDestroy();
    }
}
