package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** A variable from the context of the driver, of which there is none here. */
@ActorType("driverCtxActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DriverCtxActor extends VarActor {

    /** The variable. */
    public record Vars(boolean hasDriverCtx) {}

    private final Vars vars = new Vars(false);

    /** Returns the variable. */
    @Action
    public Vars getVars() {
        return vars;
    }
}
