package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Looks into its table when it is created. */
@ActorType("dbInitOrderOnCreateActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbInitOrderOnCreateActor extends InitOrderItems<DbInitOrderOnCreateActor.State> {

    /** The number of rows; -1 before it is known. */
    @ImmutableState
    public record State(long initialCount) {}

    @Override
    protected State createState(Input input) {
        return new State(-1);
    }

    @Override
    protected void onCreate(Input input) {
        setState(new State(count()));
    }

    /** Returns the number of rows as it was then. */
    @Action
    public long getInitialCount() {
        return state().initialCount();
    }
}
