package rivet.test.itest.actors.versionedgap;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.Migrate;

/** A version whose author forgot a step. */
@ActorType(value = "itest.account", stateVersion = 4)
@Component(name = "rivet.test.itest.actors.versionedgap.Gap", service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Account extends Actor<Map<String, Object>> {

    @Migrate(from = 1)
    Map<String, Object> first(Map<String, Object> state) {
        return state;
    }

    @Migrate(from = 3)
    Map<String, Object> third(Map<String, Object> state) {
        return state;
    }

    @Override
    protected Map<String, Object> createState(Input input) {
        return Map.of();
    }
}
