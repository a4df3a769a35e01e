package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** One action within the time limit, one beyond. */
@ActorType(value = "customTimeoutActor", actionTimeout = 200)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class CustomTimeoutActor extends Actor<Void> {

    /** Answers in time. */
    @Action
    public String quickAction() {
        sleep(Duration.ofMillis(50));
        return "Quick action completed";
    }

    /** Answers too late. */
    @Action
    public String slowAction() {
        sleep(Duration.ofMillis(300));
        return "Slow action completed";
    }
}
