package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Writes at each start. */
@ActorType(value = "dbInitOrderOnWakeActor", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbInitOrderOnWakeActor extends InitOrderItems<Void> {

    @Override
    protected void onWake() {
        add("wake-event");
    }

    /** Returns how often it was started. */
    @Action
    public long getWakeCount() {
        return count("wake-event");
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
