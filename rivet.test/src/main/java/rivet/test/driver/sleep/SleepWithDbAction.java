package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Takes half a second to go to sleep, and tells its clients. */
@ActorType(value = "sleepWithDbAction", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithDbAction extends LoggingActor<Counts> {

    /** The state of a connection: nothing. */
    @ImmutableState
    public record Attached() {}

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    @Override
    protected Object createConnState(Connection connection) {
        return new Attached();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        log("sleep-start");
        broadcast("sleeping");
        sleep(Duration.ofMillis(500));
        log("sleep-end");
    }

    /** Asks for sleep twice. */
    @Action
    public void triggerSleepTwice() {
        requestSleep();
        requestSleep();
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }

    /** Writes an event down. */
    @Action
    public void insertLogEntry(String event) {
        log(event);
    }
}
