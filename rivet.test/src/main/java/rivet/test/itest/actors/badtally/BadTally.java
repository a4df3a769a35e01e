package rivet.test.itest.actors.badtally;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Migrate;

/** Cannot take over. */
@ActorType(value = "itest.tally", stateVersion = 2)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class BadTally extends Actor<Map<String, Object>> {

    @Migrate(from = 1)
    Map<String, Object> fail(Map<String, Object> state) {
        throw new IllegalStateException("not today");
    }
}
