package rivet.test.torture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Durability;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Counts like a {@link Ledger}, but saves its state now and then; what it writes to its database counts at once. */
@ActorType(value = "slate", durability = Durability.INTERVAL, stateSaveInterval = 200, sleepTimeout = 400)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Slate extends Journal<Slate.State> {

    /** How many rows were written, as far as that was saved. */
    @ImmutableState
    public record State(long count) {}

    /** The rows that there are by the state and in truth. */
    public record Totals(long count, long rows) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Writes a row; the state follows. */
    @Action
    public long add(int round, String op) {
        write(round, op);
        updateState(s -> new State(s.count() + 1));
        return state().count();
    }

    /** Writes a row, and returns when the state is saved too. */
    @Action
    public long addAndSave(int round, String op) {
        long count = add(round, op);
        saveStateNow();
        return count;
    }

    /** Returns how much there is. */
    @Action
    public Totals totals() {
        return new Totals(state().count(), rows());
    }
}
