package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.RivetException;

/** Writes to its database when it goes to sleep. */
@ActorType(value = "sleepWithDb", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithDb extends LoggingActor<SleepWithDb.State> {

    /** The counts, and how the writing went. */
    public static final class State extends Counts {

        /** Whether it went well. */
        public boolean onSleepDbWriteSuccess;
        /** Why it did not, or null. */
        public String onSleepDbWriteError;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        try {
            log("sleep");
            state().onSleepDbWriteSuccess = true;
        } catch (RivetException e) {
            state().onSleepDbWriteError = e.getMessage();
        }
    }

    /** Asks for sleep twice. */
    @Action
    public void triggerSleepTwice() {
        requestSleep();
        requestSleep();
    }

    /** Calls {@code onAlarm} after some milliseconds. */
    @Action
    public void setAlarm(long ms) {
        schedule().after(Duration.ofMillis(ms), "onAlarm");
    }

    /** What the schedule calls. */
    @Action
    public void onAlarm() {
        log("alarm");
    }

    /** Returns the counts. */
    @Action
    public State getCounts() {
        return state();
    }

    /** Writes an event down. */
    @Action
    public void insertLogEntry(String event) {
        log(event);
    }
}
