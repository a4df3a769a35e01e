package rivet.test.driver.life;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Notes which actors were destroyed. */
@ActorType(value = "destroyObserver", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DestroyObserver extends Actor<DestroyObserver.State> {

    /** Their keys. */
    public static final class State {

        /** In the order of their ends. */
        public List<String> destroyedActors = new ArrayList<>();
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Notes one. */
    @Action
    public void notifyDestroyed(String key) {
        state().destroyedActors.add(key);
    }

    /** Returns whether that one was destroyed. */
    @Action
    public boolean wasDestroyed(String key) {
        return state().destroyedActors.contains(key);
    }

    /** Forgets them. */
    @Action
    public void reset() {
        state().destroyedActors.clear();
    }
}
