package rivet.test.driver.life;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Takes its time to start. */
@ActorType(value = "startStopRaceActor", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class StartStopRace extends Actor<StartStopRace.State> {

    /** How far it came. */
    public static final class State {

        /** Whether the start is over. */
        public boolean initialized;
        /** When it began. */
        public long startTime;
        /** Whether the destroy hook ran. */
        public boolean destroyCalled;
        /** Whether the start is over. */
        public boolean startCompleted;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() {
        state().startTime = clock().millis();
        sleep(Duration.ofMillis(100));
        state().initialized = true;
        state().startCompleted = true;
        tell("started");
    }

    @Override
    protected void onDestroy() {
        state().destroyCalled = true;
        tell("destroy");
    }

    private void tell(String event) {
        client().getOrCreate("lifecycleObserver", "observer").call("recordEvent", new LifecycleObserver.Told(String.join("/", key()), event));
    }

    /** Returns how far it came. */
    @Action
    public State getState() {
        return state();
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }

    /** Asks for its destruction. */
    @Action
    public void destroy() {
        requestDestroy();
    }
}
