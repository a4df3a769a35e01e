package rivet.test.driver.life;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Has a run handler that fails. */
@ActorType(value = "runWithError", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunWithError extends Actor<RunWithError.State> {

    /** What happened. */
    public static final class State {

        /** Whether the run handler began. */
        public boolean runStarted;
        /** Whether the destroy hook ran. */
        public boolean destroyCalled;
        /** Sleeps. */
        public long sleepCount;
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

    @Override
    protected void run() {
        state().runStarted = true;
        sleep(Duration.ofMillis(200));
        throw new IllegalStateException("the run handler fails");
    }

    @Override
    protected void onSleep(StopReason reason) {
        state().sleepCount++;
    }

    @Override
    protected void onDestroy() {
        state().destroyCalled = true;
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }
}
