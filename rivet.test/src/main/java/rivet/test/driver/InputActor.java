package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.value.Undefined;

/** Keeps what it was created with, as each of the two hooks saw it. */
@ActorType("inputActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class InputActor extends Actor<InputActor.State> {

    /** What each hook saw; {@code undefined} if nothing. */
    @ImmutableState
    public record State(Object initialInput, Object onCreateInput) {}

    @Override
    protected State createState(Input input) {
        return new State(input.asOr(Object.class, Undefined.UNDEFINED), Undefined.UNDEFINED);
    }

    @Override
    protected void onCreate(Input input) {
        updateState(s -> new State(s.initialInput(), input.asOr(Object.class, Undefined.UNDEFINED)));
    }

    /** Returns what each hook saw. */
    @Action
    public State getInputs() {
        return state();
    }
}
