package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** An action under the default time limit. */
@ActorType("defaultTimeoutActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DefaultTimeoutActor extends Actor<Void> {

    /** Answers in time. */
    @Action
    public String normalAction() {
        sleep(Duration.ofMillis(50));
        return "normal response";
    }
}
