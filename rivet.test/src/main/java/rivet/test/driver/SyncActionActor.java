package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Actions that do not wait. */
@ActorType("syncActionActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SyncActionActor extends Actor<SyncActionActor.State> {

    /** A value. */
    @ImmutableState
    public record State(long value) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** What there is to know. */
    public record Info(long currentValue, long timestamp) {}

    /** Adds to the value, one if nothing is given, and returns it. */
    @Action
    public long increment(Long amount) {
        updateState(s -> new State(s.value() + (amount == null ? 1 : amount)));
        return state().value();
    }

    /** Returns what there is to know. */
    @Action
    public Info getInfo() {
        return new Info(state().value(), clock().millis());
    }

    /** Sets the value to 0. */
    @Action
    public void reset() {
        setState(new State(0));
    }
}
