package rivet.test.torture;

import java.util.List;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Migrations;

/**
 * An actor with a row for each operation that took place: the tests compare them with what they asked for.
 *
 * @param <S> its state
 */
public abstract class Journal<S> extends Actor<S> {

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE entry (nr INTEGER PRIMARY KEY, round INTEGER NOT NULL, op TEXT NOT NULL)", "CREATE INDEX entry_round ON entry (round)");
    }

    /** Writes a row. */
    final void write(int round, String op) {
        sql().execute("INSERT INTO entry (round, op) VALUES (?, ?)", round, op);
    }

    /** Returns how many rows there are. */
    final long rows() {
        return sql().query(Long.class, "SELECT COUNT(*) FROM entry").getFirst();
    }

    /** Asks for sleep. */
    @Action
    public void goSleep() {
        requestSleep();
    }

    /** Returns what was written in a round. */
    @Action
    public List<String> found(int round) {
        return sql().query(String.class, "SELECT op FROM entry WHERE round = ? ORDER BY nr", round);
    }
}
