package rivet.test.bench;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** The {@code counter} of the benchmarks: the cost of a call, a change, a save and an event. */
@ActorType("counter")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public class Counter extends Actor<Counter.State> {

    /** The count. */
    @ImmutableState
    public record State(long count) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Does nothing and returns 1. */
    @Action
    public int noop() {
        return 1;
    }

    /** Adds to the count and returns it. */
    @Action
    public long increment(long n) {
        long count = state().count() + n;
        setState(new State(count));
        return count;
    }

    /** Adds to the count and returns it when it is on disk. */
    @Action
    public long incrementSave(long n) {
        long count = increment(n);
        saveStateNow();
        return count;
    }

    /** Returns the count. */
    @Action
    public long get() {
        return state().count();
    }

    /** Returns its argument. */
    @Action
    public Object echo(Object value) {
        return value;
    }

    /** Tells {@code tick} n times with a number from 0 and the payload. */
    @Action("broadcast")
    public void ticks(int n, Object payload) {
        for (int i = 0; i < n; i++) {
            broadcast("tick", i, payload);
        }
    }

    /** Asks for sleep. */
    @Action
    public void goSleep() {
        requestSleep();
    }
}
