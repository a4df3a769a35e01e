package rivet.test.driver.queue;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Holds one message of 64 bytes. */
@ActorType(value = "queueLimitedActor", queues = { "message", "oversize" }, maxQueueSize = 1, maxQueueMessageSize = 64)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class QueueLimitedActor extends Actor<Void> {}
