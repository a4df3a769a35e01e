package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** An action that does not wait, under a short time limit. */
@ActorType(value = "syncTimeoutActor", actionTimeout = 50)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SyncTimeoutActor extends Actor<Void> {

    /** Answers at once. */
    @Action
    public String syncAction() {
        return "sync response";
    }
}
