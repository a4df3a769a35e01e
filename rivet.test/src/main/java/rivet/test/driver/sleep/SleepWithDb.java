package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.RivetException;

/** Writes to its database when it goes to sleep. Schedules are not there yet. */
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
