package rivet.test.torture;

import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.WebSocket;

/** A WebSocket that stays while it sleeps: each frame is a round and the name of an operation, which is written down and said back. */
@ActorType(value = "wire", sleepTimeout = 200, canHibernateWebSocket = true)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Wire extends Actor<Wire.State> {

    /** How many rows there are. */
    @ImmutableState
    public record State(long count) {}

    /** The rows that there are by the state and in truth. */
    public record Totals(long count, long rows) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE entry (nr INTEGER PRIMARY KEY, round INTEGER NOT NULL, op TEXT NOT NULL)", "CREATE INDEX entry_round ON entry (round)");
    }

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(frame -> {
            String[] words = frame.split(" ");
            sql().execute("INSERT INTO entry (round, op) VALUES (?, ?)", Integer.parseInt(words[0]), words[1]);
            updateState(s -> new State(s.count() + 1));
            socket.send(words[1] + " " + state().count());
        });
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

    /** Returns how much there is. */
    @Action
    public Totals totals() {
        return new Totals(state().count(), sql().query(Long.class, "SELECT COUNT(*) FROM entry").getFirst());
    }
}
