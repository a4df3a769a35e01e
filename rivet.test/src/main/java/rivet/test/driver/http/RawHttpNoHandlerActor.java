package rivet.test.driver.http;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Does not answer HTTP requests. */
@ActorType("rawHttpNoHandlerActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawHttpNoHandlerActor extends Actor<Void> {}
