package rivet.test.driver.sleep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;

/** Takes its time to say farewell to its sockets. */
@ActorType(value = "sleepRawWsDelayedSendOnSleep", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepRawWsDelayedSendOnSleep extends CountingActor<Counts> {

    private final List<WebSocket> sockets = new ArrayList<>();

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        sockets.add(socket);
        socket.onClose((code, reason) -> sockets.remove(socket));
        socket.send("{\"type\":\"connected\"}");
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        sleep(Duration.ofMillis(100));
        List.copyOf(sockets).forEach(socket -> socket.send("{\"type\":\"sleeping\",\"sleepCount\":" + state().sleepCount + "}"));
        sleep(Duration.ofMillis(100));
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
