package rivet.test.driver;

import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** A count, told as {@code newCount}; the work horse of the suite. */
@ActorType("counter")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Counter extends Actor<Counter.State> {

    /** The count. */
    @ImmutableState
    public record State(long count) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Adds to the count and returns it. */
    @Action
    public long increment(long x) {
        return setCount(state().count() + x);
    }

    /** Sets the count and returns it. */
    @Action
    public long setCount(long x) {
        setState(new State(x));
        broadcast("newCount", x);
        return x;
    }

    /** Returns the count. */
    @Action
    public long getCount() {
        return state().count();
    }

    /** Returns the actor's own key. */
    @Action
    public List<String> getKey() {
        return key();
    }
}
