package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Its slow action takes longer than an action may. */
@ActorType(value = "shortTimeoutActor", actionTimeout = 50)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ShortTimeoutActor extends Actor<Void> {

    /** Answers in time. */
    @Action
    public String quickAction() {
        return "quick response";
    }

    /** Answers too late. */
    @Action
    public String slowAction() {
        sleep(Duration.ofMillis(100));
        return "slow response";
    }
}
