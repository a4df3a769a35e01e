package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Sets a variable to what its table has. Variables are fields, and those that come from the database are set by the wake hook. */
@ActorType("dbInitOrderCreateVarsActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbInitOrderCreateVarsActor extends InitOrderItems<Void> {

    private long initialCount = -1;

    @Override
    protected void onWake() {
        initialCount = count();
    }

    /** Returns the number of rows as it was then. */
    @Action
    public long getInitialCount() {
        return initialCount;
    }
}
