package rivet.test.driver.http;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Request;
import rivet.actor.Response;

/** Takes HTTP requests and returns nothing. */
@ActorType("rawHttpVoidReturnActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawHttpVoidReturnActor extends Actor<Void> {

    @Override
    protected Response onRequest(Request request) {
        return null;
    }
}
