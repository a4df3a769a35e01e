package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Works in the background from its wake hook on. */
@ActorType(value = "sleepWithWaitUntilInOnWake", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithWaitUntilInOnWake extends CountingActor<SleepWithWaitUntilInOnWake.State> {

    /** The counts, and what became of the work. */
    public static final class State extends Counts {

        /** Whether the work was begun. */
        public boolean waitUntilCalled;
        /** Whether it ended. */
        public boolean waitUntilCompleted;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() throws Exception {
        super.onWake();
        waitUntil(() -> {
            state().waitUntilCompleted = true;
            return null;
        });
        state().waitUntilCalled = true;
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Returns the counts. */
    @Action
    public State getStatus() {
        return state();
    }
}
