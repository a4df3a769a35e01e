package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;

/** Takes half a second to go to sleep. */
@ActorType(value = "sleepWithRawWs", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithRawWs extends LoggingActor<Counts> {

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.send("{\"type\":\"connected\"}");
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        log("sleep");
        sleep(Duration.ofMillis(500));
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
