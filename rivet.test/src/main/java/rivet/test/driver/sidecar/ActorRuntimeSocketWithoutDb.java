package rivet.test.driver.sidecar;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Wants a runtime socket and has no database. */
@ActorType(value = "actorRuntimeSocketWithoutDb", runtimeSocket = true, database = false)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ActorRuntimeSocketWithoutDb extends Actor<Void> {

    /** Returns where the socket is. */
    @Action
    public String getActorRuntimeSocketPath() {
        return runtimeSocket().toString();
    }
}
