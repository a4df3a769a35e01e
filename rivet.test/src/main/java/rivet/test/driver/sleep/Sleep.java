package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Sleeps when it is asked to, or idle for a second. */
@ActorType(value = "sleep", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Sleep extends CountingActor<Counts> {

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Calls {@code onAlarm} after some milliseconds. */
    @Action
    public void setAlarm(long ms) {
        schedule().after(Duration.ofMillis(ms), "onAlarm");
    }

    /** What the schedule calls: that it wakes the actor is enough. */
    @Action
    public void onAlarm() {}

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
