package rivet.test.torture;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.UserError;

/** Counts in its state the rows that it writes, and tells each of them: nothing of that may be there without the rest. */
@ActorType(value = "ledger", sleepTimeout = 400)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Ledger extends Journal<Ledger.State> {

    /** How many rows there are, and how often the actor woke and fell asleep. */
    @ImmutableState
    public record State(long count, long wakes, long sleeps) {}

    /** The rows that there are by the state and in truth. */
    public record Totals(long count, long rows, long wakes, long sleeps) {}

    @Override
    protected State createState(Input input) {
        return new State(0, 0, 0);
    }

    @Override
    protected void onWake() {
        updateState(s -> new State(s.count(), s.wakes() + 1, s.sleeps()));
    }

    @Override
    protected void onSleep(StopReason reason) {
        updateState(s -> new State(s.count(), s.wakes(), s.sleeps() + 1));
    }

    /** Writes a row. */
    @Action
    public long add(int round, String op) {
        write(round, op);
        updateState(s -> new State(s.count() + 1, s.wakes(), s.sleeps()));
        broadcast("added", op, state().count());
        return state().count();
    }

    /** Writes some rows at once. */
    @Action
    public long addMany(int round, String op, int rows) {
        for (int i = 0; i < rows; i++) {
            add(round, op);
        }
        return state().count();
    }

    /** Writes a row, waits, and writes another. */
    @Action
    public long addTwice(int round, String op, long ms) {
        add(round, op);
        sleep(Duration.ofMillis(ms));
        return add(round, op);
    }

    /** Writes a row, and fails. */
    @Action
    public void addAndFail(int round, String op) {
        add(round, op);
        throw new UserError("on purpose", "planned");
    }

    /** Returns how much there is. */
    @Action
    public Totals totals() {
        return new Totals(state().count(), rows(), state().wakes(), state().sleeps());
    }
}
