package rivet.demo.counter;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** A number that all its clients add to; whoever subscribed to {@code newCount} sees each change. */
@ActorType("counter")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Counter extends Actor<Counter.State> {

    /** What is stored. */
    @ImmutableState
    public record State(long count) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Adds to the count and returns it. */
    @Action
    public long increment(long n) {
        long count = state().count() + n;
        setState(new State(count));
        broadcast("newCount", count);
        return count;
    }

    /** Returns the count. */
    @Action
    public long get() {
        return state().count();
    }
}
