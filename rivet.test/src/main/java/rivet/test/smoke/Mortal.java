package rivet.test.smoke;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** The {@code mortal} of the smoke suite: it destroys itself. */
@ActorType("mortal")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Mortal extends Actor<Mortal.State> {

    /** A value. */
    @ImmutableState
    public record State(Object value) {}

    @Override
    protected State createState(Input input) {
        State given = input.asOr(State.class, new State(0));
        return given.value() == null ? new State(0) : given;
    }

    /** Sets the value and returns it. */
    @Action
    public Object set(Object value) {
        setState(new State(value));
        return value;
    }

    /** Returns the value. */
    @Action
    public Object get() {
        return state().value();
    }

    /** Returns the actor's id. */
    @Action
    public String id() {
        return actorId();
    }

    /** Asks for the end. */
    @Action
    public String destroy() {
        requestDestroy();
        return "bye";
    }
}
