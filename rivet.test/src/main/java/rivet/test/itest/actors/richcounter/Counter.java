package rivet.test.itest.actors.richcounter;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;

/** Other code for the type of {@link rivet.test.itest.actors.counter.Counter}: its state has one thing more, one action is new, one is gone. */
@ActorType("itest.counter")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Counter extends Actor<Counter.State> {

    /** What is stored. */
    @ImmutableState
    public record State(long count, Map<String, Long> labels, List<String> stops, Optional<Long> doubledFrom) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE step (label TEXT NOT NULL, amount INTEGER NOT NULL)");
        migrations.step(2, "ALTER TABLE step ADD COLUMN note TEXT");
    }

    @Override
    protected State createState(Input input) {
        return new State(0, Map.of(), List.of(), Optional.empty());
    }

    /** Adds to the count and returns it. */
    @Action
    public long add(long n) {
        updateState(s -> new State(s.count() + n, s.labels(), s.stops(), s.doubledFrom()));
        return state().count();
    }

    /** Doubles the count. */
    @Action("count.double")
    public long twice() {
        updateState(s -> new State(2 * s.count(), s.labels(), s.stops(), Optional.of(s.count())));
        return state().count();
    }

    /** Returns the count. */
    @Action
    public long get() {
        return state().count();
    }
}
