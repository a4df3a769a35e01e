package rivet.test.itest.actors.wired;

import java.util.function.Supplier;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Uses a service if there is one: services may be swapped under it. */
@ActorType(Swapping.TYPE)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Swapping extends Actor<Void> {

    public static final String TYPE = "itest.swapping";

    @Reference(target = "(itest=swapping)", cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC,
        policyOption = ReferencePolicyOption.GREEDY)
    volatile Supplier<String> greeting;

    private long sinceStart;

    /** Greets: what the service says, and how often this instance did so. */
    @Action
    public String greet() {
        sinceStart++;
        Supplier<String> now = greeting;
        return (now == null ? "nobody" : now.get()) + " " + sinceStart;
    }
}
