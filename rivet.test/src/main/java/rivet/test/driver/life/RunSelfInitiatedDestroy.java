package rivet.test.driver.life;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Has a run handler that asks for the destruction of its actor. */
@ActorType(value = "runSelfInitiatedDestroy", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunSelfInitiatedDestroy extends Actor<RunSelfInitiatedDestroy.State> {

    /** What happened. */
    public static final class State {

        /** Runs. */
        public long runCount;
        /** Whether it was asked for. */
        public boolean destroyRequested;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void run() {
        if (++state().runCount == 1) {
            state().destroyRequested = true;
            requestDestroy();
        }
    }

    @Override
    protected void onDestroy() {
        client().getOrCreate("lifecycleObserver", "self-initiated-destroy").call("recordEvent", new LifecycleObserver.Told(actorId(), "destroy"));
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }
}
