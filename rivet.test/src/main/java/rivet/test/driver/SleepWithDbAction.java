package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Takes its time to go to sleep, and tells its connections. */
@ActorType(value = "sleepWithDbAction", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithDbAction extends SleepLogActor {

    @Override
    protected void sleeping() {
        log("sleep-start");
        broadcast("sleeping");
        sleep(Duration.ofMillis(500));
        log("sleep-end");
    }

    /** Asks for sleep twice, which is one sleep. */
    @Action
    public void triggerSleepTwice() {
        requestSleep();
        requestSleep();
    }

    /** Adds a row. */
    @Action
    public void insertLogEntry(String event) {
        log(event);
    }
}
