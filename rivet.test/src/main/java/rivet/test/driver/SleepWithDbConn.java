package rivet.test.driver;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;

/** Notes its connections' ends as well. */
@ActorType(value = "sleepWithDbConn", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithDbConn extends SleepLogActor {

    @Override
    protected Object createConnState(Connection connection) {
        return Map.of();
    }

    @Override
    protected void onDisconnect(Connection connection) {
        log("disconnect");
    }

    @Override
    protected void sleeping() {
        log("sleep");
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
