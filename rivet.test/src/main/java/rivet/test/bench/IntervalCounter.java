package rivet.test.bench;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Durability;

/** A {@link Counter} whose answers do not wait for the disk: what durability costs. */
@ActorType(value = "intervalCounter", durability = Durability.INTERVAL)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class IntervalCounter extends Counter {
}
