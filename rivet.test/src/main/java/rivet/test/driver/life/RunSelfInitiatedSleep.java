package rivet.test.driver.life;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Has a run handler that asks for sleep, the first time. */
@ActorType(value = "runSelfInitiatedSleep", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunSelfInitiatedSleep extends Actor<RunSelfInitiatedSleep.State> {

    /** What happened. */
    public static final class State {

        /** Runs. */
        public long runCount;
        /** Starts. */
        public long wakeCount;
        /** Sleeps. */
        public long sleepCount;
        /** How far it came. */
        public String marker = "new";
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
        if (++state().runCount == 1) {
            state().marker = "sleep-requested";
            requestSleep();
        }
    }

    @Override
    protected void onSleep(StopReason reason) {
        state().sleepCount++;
        state().marker = "slept";
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }
}
