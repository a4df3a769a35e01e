package rivet.test.itest.actors.counter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.StopReason;
import rivet.actor.UserError;

/** Counts with values of its own classes wherever it can: state, arguments, results, events, state of connections, rows. */
@ActorType(Counter.TYPE)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Counter extends Actor<Counter.State> {

    public static final String TYPE = "itest.counter";

    /** What is stored: the count, what was added under each label, and why the actor slept, the latest last. */
    @ImmutableState
    public record State(long count, Map<String, Long> labels, List<StopReason> stops) {}

    /** An argument. */
    public record Step(long by, String label) {}

    /** An event and a result. */
    public record Change(Step step, State now) {}

    /** State of a connection. */
    public record Seat(List<Step> steps) {}

    /** A row. */
    public record Entry(String label, long total) {}

    private final Bundle bundle;
    private long sinceStart;

    @Activate
    public Counter(BundleContext context) {
        bundle = context.getBundle();
    }

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE step (label TEXT NOT NULL, amount INTEGER NOT NULL)");
    }

    @Override
    protected State createState(Input input) {
        return new State(0, Map.of(), List.of());
    }

    @Override
    protected Object createConnState(Connection connection) {
        return new Seat(List.of());
    }

    @Override
    protected void onSleep(StopReason reason) {
        updateState(s -> new State(s.count(), s.labels(), append(s.stops(), reason)));
    }

    /** Adds to the count and returns it. */
    @Action
    public long add(long n) {
        sinceStart += n;
        State next = new State(state().count() + n, state().labels(), state().stops());
        setState(next);
        return next.count();
    }

    /** Adds a step: to the state, to the calling connection, to a table, and tells {@code change}. */
    @Action
    public Change step(Step step) {
        Map<String, Long> labels = new TreeMap<>(state().labels());
        labels.merge(step.label(), step.by(), Long::sum);
        State next = new State(state().count() + step.by(), labels, state().stops());
        setState(next);
        caller().updateState(Seat.class, seat -> new Seat(append(seat.steps(), step)));
        sql().execute("INSERT INTO step VALUES (?, ?)", step.label(), step.by());
        Change change = new Change(step, next);
        broadcast("change", change);
        return change;
    }

    /** Returns what the table says. */
    @Action
    public List<Entry> entries() {
        return sql().query(Entry.class, "SELECT label, sum(amount) AS total FROM step GROUP BY label ORDER BY label");
    }

    /** Fails with metadata. */
    @Action
    public void fail() {
        throw new UserError("refused", "refused", new Step(1, "no"));
    }

    /** Returns the count. */
    @Action
    public long get() {
        return state().count();
    }

    /** Returns what this instance added. */
    @Action
    public long sinceStart() {
        return sinceStart;
    }

    /** Returns why it slept. */
    @Action
    public List<StopReason> stops() {
        return state().stops();
    }

    /** Returns the bundle that this code is of, and its version. */
    @Action
    public String code() {
        return bundle.getSymbolicName() + " " + bundle.getVersion();
    }

    private static <T> List<T> append(List<T> list, T last) {
        List<T> longer = new ArrayList<>(list);
        longer.add(last);
        return List.copyOf(longer);
    }
}
