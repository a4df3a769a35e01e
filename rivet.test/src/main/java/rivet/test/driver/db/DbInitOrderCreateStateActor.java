package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Looks into its table when its state is made. */
@ActorType("dbInitOrderCreateStateActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbInitOrderCreateStateActor extends InitOrderItems<DbInitOrderCreateStateActor.State> {

    /** The number of rows. */
    @ImmutableState
    public record State(long initialCount) {}

    @Override
    protected State createState(Input input) {
        return new State(count());
    }

    /** Returns the number of rows as it was then. */
    @Action
    public long getInitialCount() {
        return state().initialCount();
    }
}
