package rivet.test.driver;

import java.util.SplittableRandom;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Variables computed at each start. */
@ActorType("dynamicVarActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DynamicVarActor extends VarActor {

    /** The variables. */
    public record Vars(double random, String computed) {

        static Vars from(SplittableRandom source) {
            return new Vars(source.nextDouble(), "Actor-" + source.nextInt(1000));
        }
    }

    private final Vars vars = Vars.from(new SplittableRandom());

    /** Returns the variables. */
    @Action
    public Vars getVars() {
        return vars;
    }
}
