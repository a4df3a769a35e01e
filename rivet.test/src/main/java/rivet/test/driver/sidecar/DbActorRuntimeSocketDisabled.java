package rivet.test.driver.sidecar;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Has a database and no runtime socket. */
@ActorType("dbActorRuntimeSocketDisabled")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbActorRuntimeSocketDisabled extends Actor<Void> {

    /** Returns where the socket is. */
    @Action
    public String getActorRuntimeSocketPath() {
        return runtimeSocket().toString();
    }
}
