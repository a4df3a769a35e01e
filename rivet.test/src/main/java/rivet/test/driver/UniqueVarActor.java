package rivet.test.driver;

import java.util.SplittableRandom;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** A variable that differs from instance to instance. */
@ActorType("uniqueVarActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class UniqueVarActor extends VarActor {

    /** The variable. */
    public record Vars(int id) {}

    private final Vars vars = new Vars(new SplittableRandom().nextInt(Integer.MAX_VALUE));

    /** Returns the variable. */
    @Action
    public Vars getVars() {
        return vars;
    }
}
