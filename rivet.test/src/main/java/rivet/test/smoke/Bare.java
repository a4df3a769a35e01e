package rivet.test.smoke;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** The {@code bare} of the smoke suite: one action and nothing else. */
@ActorType(value = "bare", database = false)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Bare extends Actor<Void> {

    /** Greets. */
    @Action
    public String hi() {
        return "hi";
    }
}
