package rivet.test.driver.life;

import java.util.LinkedHashMap;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Notes how far others came. */
@ActorType("saveStateObserver")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SaveStateObserver extends Actor<SaveStateObserver.State> {

    /** Phases by key. */
    public static final class State {

        /** Phases by key. */
        public Map<String, String> phases = new LinkedHashMap<>();
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Notes a phase. */
    @Action
    public void recordPhase(String key, String phase) {
        state().phases.put(key, phase);
    }

    /** Returns the latest phase, or null. */
    @Action
    public String getPhase(String key) {
        return state().phases.get(key);
    }

    /** Forgets the phase. */
    @Action
    public void reset(String key) {
        state().phases.remove(key);
    }
}
