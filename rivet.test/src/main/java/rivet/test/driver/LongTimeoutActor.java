package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Its action takes half of the time that an action may. */
@ActorType(value = "longTimeoutActor", actionTimeout = 200)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class LongTimeoutActor extends Actor<Void> {

    /** Answers in time. */
    @Action
    public String delayedAction() {
        sleep(Duration.ofMillis(100));
        return "delayed response";
    }
}
