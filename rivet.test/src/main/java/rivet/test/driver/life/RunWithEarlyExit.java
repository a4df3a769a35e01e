package rivet.test.driver.life;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Has a run handler that returns soon. */
@ActorType(value = "runWithEarlyExit", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunWithEarlyExit extends Actor<RunWithEarlyExit.State> {

    private static final String OBSERVER = "run-with-early-exit";

    /** What happened. */
    public static final class State {

        /** Whether the run handler began. */
        public boolean runStarted;
        /** Whether it returned. */
        public boolean runExited;
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
        state().runExited = true;
    }

    @Override
    protected void onSleep(StopReason reason) {
        state().sleepCount++;
        tell("sleep");
    }

    @Override
    protected void onDestroy() {
        state().destroyCalled = true;
        tell("destroy");
    }

    private void tell(String event) {
        client().getOrCreate("lifecycleObserver", OBSERVER).call("recordEvent", new LifecycleObserver.Told(actorId(), event));
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
