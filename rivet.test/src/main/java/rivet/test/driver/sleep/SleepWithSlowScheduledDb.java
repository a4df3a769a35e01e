package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Has a scheduled action that takes longer than it stays awake without work. */
@ActorType(value = "sleepWithSlowScheduledDb", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithSlowScheduledDb extends LoggingActor<Counts> {

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        log("sleep");
    }

    /** Calls {@code onSlowAlarm} after some milliseconds. */
    @Action
    public void scheduleSlowAlarm(long delay, long work) {
        schedule().after(Duration.ofMillis(delay), "onSlowAlarm", work);
    }

    /** What the schedule calls. */
    @Action
    public void onSlowAlarm(long work) {
        log("slow-alarm-start");
        sleep(Duration.ofMillis(work));
        log("slow-alarm-finish");
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
