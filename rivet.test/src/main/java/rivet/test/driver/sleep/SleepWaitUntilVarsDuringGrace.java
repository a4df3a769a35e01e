package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Uses its variables in the background while it goes to sleep. */
@ActorType(value = "sleepWaitUntilVarsDuringGrace", sleepTimeout = 100, sleepGracePeriod = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWaitUntilVarsDuringGrace extends CountingActor<SleepWaitUntilVarsDuringGrace.State> {

    /** The counts, and how often the work began. */
    public static final class State extends Counts {

        /** Begun work. */
        public long waitUntilStarted;
    }

    private boolean dirty;

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        waitUntil(() -> {
            state().waitUntilStarted++;
            sleep(Duration.ofMillis(150));
            dirty = true;
            return dirty;
        });
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
