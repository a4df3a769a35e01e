package rivet.test.torture;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;

/** Is destroyed again and again, and remembers the marks that it got since it was created. */
@ActorType(value = "mortal", sleepTimeout = 400)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Mortal extends Actor<Mortal.State> {

    /** The marks. */
    @ImmutableState
    public record State(List<String> marks) {}

    /** Who it is, and its marks by the state and in its database. */
    public record Life(String id, List<String> marks, List<String> rows) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE mark (nr INTEGER PRIMARY KEY, op TEXT NOT NULL)");
    }

    @Override
    protected State createState(Input input) {
        return new State(List.of());
    }

    /** Leaves a mark, and returns the actor's id. */
    @Action
    public String mark(String op) {
        List<String> marks = new ArrayList<>(state().marks());
        marks.add(op);
        setState(new State(marks));
        sql().execute("INSERT INTO mark (op) VALUES (?)", op);
        return actorId();
    }

    /** Asks for the end, and returns the actor's id. */
    @Action
    public String bury() {
        requestDestroy();
        return actorId();
    }

    /** Returns what there is. */
    @Action
    public Life life() {
        return new Life(actorId(), state().marks(), sql().query(String.class, "SELECT op FROM mark ORDER BY nr"));
    }
}
