package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;

/** Writes down which sockets leave. */
@ActorType(value = "sleepWithDbConn", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithDbConn extends LoggingActor<Counts> {

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
        log("sleep");
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.send("hello");
    }

    @Override
    protected void onDisconnect(Connection connection) {
        if (!connection.request().method().equals("POST")) {
            log("disconnect");
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
    public Counts getCounts() {
        return state();
    }

    /** Writes an event down. */
    @Action
    public void insertLogEntry(String event) {
        log(event);
    }
}
