package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Answers, so that whoever asks knows that actors can be started. */
@ActorType("warmupActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class WarmupActor extends Actor<Void> {

    /** Answers. */
    @Action
    public boolean ping() {
        return true;
    }
}
