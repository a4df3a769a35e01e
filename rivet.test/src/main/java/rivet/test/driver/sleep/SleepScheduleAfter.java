package rivet.test.driver.sleep;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Schedules a call while it goes to sleep, and stays awake after the next start until that was seen. */
@ActorType(value = "sleepScheduleAfter", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepScheduleAfter extends LoggingActor<SleepScheduleAfter.State> {

    /** The counts, and how often the call took place. */
    public static final class State extends Counts {

        /** How often the call took place. */
        public long scheduledActionCount;
        /** Whether the next start keeps the actor awake. */
        public boolean holdAfterWake;
    }

    private final CompletableFuture<Void> released = new CompletableFuture<>();

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() throws Exception {
        if (state().holdAfterWake) {
            keepAwake(released);
        }
        super.onWake();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        state().holdAfterWake = true;
        schedule().after(Duration.ofMillis(3_000), "onScheduledAction");
        log("sleep");
    }

    /** What the schedule calls. */
    @Action
    public void onScheduledAction() {
        state().scheduledActionCount++;
        log("scheduled-action");
    }

    /** Returns the counts; lets the actor sleep again when the call took place. */
    @Action
    public State getCounts() {
        if (state().scheduledActionCount > 0) {
            state().holdAfterWake = false;
            released.complete(null);
        }
        return state();
    }
}
