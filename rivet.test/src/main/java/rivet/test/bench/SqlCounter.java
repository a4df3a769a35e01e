package rivet.test.bench;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Migrations;

/** The {@code sqlCounter} of the benchmarks: the cost of a statement in a turn. */
@ActorType("sqlCounter")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SqlCounter extends Actor<Void> {

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE t (id INTEGER PRIMARY KEY, v)");
    }

    /** Inserts one row and returns its id. */
    @Action
    public long insert(Object v) {
        return sql().execute("INSERT INTO t (v) VALUES (?)", v).lastInsertId();
    }

    /** Returns the number of rows. */
    @Action
    public long select1() {
        return sql().query(Long.class, "SELECT COUNT(*) FROM t").getFirst();
    }

    /** Asks for sleep. */
    @Action
    public void goSleep() {
        requestSleep();
    }
}
