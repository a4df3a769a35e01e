package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Changes its state in the background while it goes to sleep. */
@ActorType(value = "sleepWaitUntilState", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWaitUntilState extends LoggingActor<SleepWaitUntilState.State> {

    /** The counts, and whether the work ran. */
    public static final class State extends Counts {

        /** Whether it ran. */
        public boolean waitUntilRan;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        waitUntil(() -> {
            state().waitUntilRan = true;
            log("waituntil-state");
            return null;
        });
    }

    /** Returns the counts. */
    @Action
    public State getCounts() {
        return state();
    }
}
