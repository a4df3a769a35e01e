package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Variables with fixed first values. */
@ActorType("staticVarActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class StaticVarActor extends VarActor {

    /** The variables. */
    public record Vars(int counter, String name) {}

    private final Vars vars = new Vars(42, "test-actor");

    /** Returns the variables. */
    @Action
    public Vars getVars() {
        return vars;
    }

    /** Returns one of them. */
    @Action
    public String getName() {
        return vars.name();
    }
}
