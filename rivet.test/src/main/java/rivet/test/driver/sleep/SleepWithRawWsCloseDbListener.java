package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;

/** One of two that differ in the original by how the handler is set, for which there is one way here. */
@ActorType(value = "sleepWithRawWsCloseDbListener", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithRawWsCloseDbListener extends RawWsCloseDb {}
