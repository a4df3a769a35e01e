package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.error.RivetException;

/** Tries to change the state from where it may not. */
@ActorType("stateChangeReentrantMutationActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class StateChangeReentrantMutationActor extends Actor<StateChangeReentrantMutationActor.State> {

    /** A value; the other one stays as it is. */
    @ImmutableState
    public record State(long value, long derivedValue) {}

    /** The state, and what came of trying. */
    public record Result(long value, long derivedValue, long callCount, String errorGroup, String errorCode) {}

    private long callCount;
    private String errorGroup = "";
    private String errorCode = "";

    @Override
    protected State createState(Input input) {
        return new State(0, 0);
    }

    @Override
    protected void onStateChange(State state) {
        callCount++;
        try {
            setState(new State(state.value(), state.value() * 2));
        } catch (RivetException e) {
            errorGroup = e.group();
            errorCode = e.code();
        }
    }

    /** Sets the value and returns it. */
    @Action
    public long setValue(long n) {
        updateState(s -> new State(n, s.derivedValue()));
        return n;
    }

    /** Returns the state, and what came of trying. */
    @Action
    public Result getResult() {
        return new Result(state().value(), state().derivedValue(), callCount, errorGroup, errorCode);
    }
}
