package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** A field that follows the state. */
@ActorType("stateChangeRecursionActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class StateChangeRecursionActor extends Actor<StateChangeRecursionActor.State> {

    /** A value; the other one is never set. */
    @ImmutableState
    public record State(long value, long derivedValue) {}

    /** The value, what follows from it, and how often that was found. */
    public record All(long value, long derivedValue, long callCount) {}

    private long derivedValue;
    private long callCount;

    @Override
    protected State createState(Input input) {
        return new State(0, 0);
    }

    @Override
    protected void onStateChange(State state) {
        derivedValue = state.value() * 2;
        callCount++;
    }

    /** Sets the value and returns it. */
    @Action
    public long setValue(long n) {
        updateState(s -> new State(n, s.derivedValue()));
        return n;
    }

    /** Returns what follows from the value. */
    @Action
    public long getDerivedValue() {
        return derivedValue;
    }

    /** Returns how often that was found. */
    @Action
    public long getOnStateChangeCallCount() {
        return callCount;
    }

    /** Returns everything. */
    @Action
    public All getAll() {
        return new All(state().value(), derivedValue, callCount);
    }
}
