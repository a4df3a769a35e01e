package rivet.test.driver.life;

import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Has a run handler that never ends. */
@ActorType(value = "runIgnoresAbortStopTimeout", sleepTimeout = 50, sleepGracePeriod = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunIgnoresAbortStopTimeout extends Actor<RunIgnoresAbortStopTimeout.State> {

    /** What happened. */
    public static final class State {

        /** Starts. */
        public long wakeCount;
        /** Destructions. */
        public long destroyCount;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() {
        state().wakeCount++;
    }

    @Override
    protected void run() {
        await(new CompletableFuture<>());
    }

    @Override
    protected void onDestroy() {
        state().destroyCount++;
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }

    /** Asks for its destruction. */
    @Action
    public void destroy() {
        requestDestroy();
    }
}
