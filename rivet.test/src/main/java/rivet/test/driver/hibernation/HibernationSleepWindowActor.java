package rivet.test.driver.hibernation;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Takes its time to fall asleep. */
@ActorType(value = "hibernationSleepWindowActor", sleepTimeout = 500)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class HibernationSleepWindowActor extends Actor<Naps> {

    @Override
    protected Naps createState(Input input) {
        return new Naps();
    }

    @Override
    protected void onWake() {
        state().wakeCount++;
    }

    @Override
    protected void onSleep(StopReason reason) {
        state().sleepCount++;
        broadcast("sleeping");
        sleep(Duration.ofMillis(500));
    }

    /** Returns how often it slept and woke. */
    @Action
    public Naps getActorCounts() {
        return state();
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
