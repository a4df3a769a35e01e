package rivet.test.driver.life;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Counts the time while it is awake. */
@ActorType(value = "runWithTicks", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunWithTicks extends Actor<RunWithTicks.State> {

    /** What the run handler did. */
    public static final class State {

        /** Ticks. */
        public long tickCount;
        /** When the last one was. */
        public long lastTickAt;
        /** Whether it began. */
        public boolean runStarted;
        /** Whether it ended. */
        public boolean runExited;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void run() {
        state().runStarted = true;
        while (!abortSignal().aborted()) {
            state().tickCount++;
            state().lastTickAt = clock().millis();
            sleep(Duration.ofMillis(50));
        }
        state().runExited = true;
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }
}
