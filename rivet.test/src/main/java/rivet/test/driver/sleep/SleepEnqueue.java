package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.RivetException;

/** Sends a message to itself when it goes to sleep. */
@ActorType(value = "sleepEnqueue", sleepTimeout = 1_000, queues = "work")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepEnqueue extends LoggingActor<SleepEnqueue.State> {

    /** The counts, and how the sending went. */
    public static final class State extends Counts {

        /** Whether it went well. */
        public boolean enqueueSuccess;
        /** Why it did not, or null. */
        public String enqueueError;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        try {
            queue().send("work", "enqueued-during-sleep");
            state().enqueueSuccess = true;
        } catch (RivetException e) {
            state().enqueueError = e.getMessage();
        }
        log("sleep");
    }

    /** Returns the counts. */
    @Action
    public State getCounts() {
        return state();
    }

    /** Returns the bodies of what is in the queue. */
    @Action
    public Object receive() {
        return queue().tryNext().map(message -> message.body(Object.class)).orElse(null);
    }
}
