package rivet.test.driver.access;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Declares no queues. */
@ActorType("accessControlNoQueuesActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class AccessControlNoQueuesActor extends Actor<Void> {

    /** Returns the body of a message of any queue, or null. */
    @Action
    public Object readAnyQueue() {
        return queue().tryNext().map(message -> message.body(Object.class)).orElse(null);
    }
}
