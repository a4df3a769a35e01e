package rivet.test.driver.life;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Has no run handler. */
@ActorType(value = "runWithoutHandler", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunWithoutHandler extends Actor<RunWithoutHandler.State> {

    /** What happened. */
    public static final class State {

        /** Starts. */
        public long wakeCount;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() {
        state().wakeCount++;
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }
}
