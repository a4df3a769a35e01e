package rivet.test.torture;

import java.time.Duration;
import java.util.Optional;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;

/** Works on by itself: it ticks as long as it is awake, and if it sleeps, it has said when it is to be woken. */
@ActorType(value = "runner", sleepTimeout = 400)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Runner extends Journal<Runner.State> {

    private static final Duration TICK = Duration.ofMillis(40);

    /** How often it ticked, and how often it began to. */
    @ImmutableState
    public record State(long ticks, long runs) {}

    /** How often it ticked by the state and in truth, and how often it began to. */
    public record Totals(long ticks, long rows, long runs) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        super.onMigrate(migrations);
        migrations.step(2, "CREATE TABLE tick (nr INTEGER PRIMARY KEY)");
    }

    @Override
    protected State createState(Input input) {
        return new State(0, 0);
    }

    @Override
    protected void run() {
        updateState(s -> new State(s.ticks(), s.runs() + 1));
        while (!abortSignal().aborted()) {
            sql().execute("INSERT INTO tick DEFAULT VALUES");
            updateState(s -> new State(s.ticks() + 1, s.runs()));
            sleep(TICK);
        }
    }

    /** Writes a row. */
    @Action
    public long add(int round, String op) {
        write(round, op);
        return state().ticks();
    }

    /** Writes a row, and asks for a sleep of that length. */
    @Action
    public long doze(int round, String op, long ms) {
        setWakeTime(Optional.of(clock().instant().plusMillis(ms)));
        requestSleep();
        return add(round, op);
    }

    /** Returns how much there is. */
    @Action
    public Totals totals() {
        return new Totals(state().ticks(), sql().query(Long.class, "SELECT COUNT(*) FROM tick").getFirst(), state().runs());
    }
}
