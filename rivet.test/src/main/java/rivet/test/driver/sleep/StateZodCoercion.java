package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Fills in at its start what its state lacks. */
@ActorType(value = "stateZodCoercionActor", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class StateZodCoercion extends Actor<StateZodCoercion.State> {

    /** A count and a label; null where they are missing. */
    @ImmutableState
    public record State(Long count, String label) {}

    @Override
    protected State createState(Input input) {
        return new State(0L, "default");
    }

    @Override
    protected void onWake() {
        updateState(s -> new State(s.count() == null ? 0L : s.count(), s.label() == null ? "default" : s.label()));
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }

    /** Sets the count. */
    @Action
    public void setCount(long count) {
        updateState(s -> new State(count, s.label()));
    }

    /** Sets the label. */
    @Action
    public void setLabel(String label) {
        updateState(s -> new State(s.count(), label));
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
