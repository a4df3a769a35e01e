package rivet.test.driver.queue;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.client.CreateOptions;

/** Makes other actors in an action. */
@ActorType("manyQueueActionParentActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ManyQueueActionParentActor extends Actor<ManyQueueActionParentActor.State> {

    /** What it did. */
    public static final class State {

        /** Keys of the actors it made. */
        public List<String> spawned = new ArrayList<>();
    }

    /** An actor it made. */
    public record Child(String key) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Makes an actor. */
    @Action
    public Child spawnChild(String key) {
        client().getOrCreate("manyQueueChildActor", List.of(key), CreateOptions.DEFAULT.withInput(key)).resolve();
        state().spawned.add(key);
        return new Child(key);
    }

    /** Returns whom it made. */
    @Action
    public List<String> getSpawned() {
        return state().spawned;
    }
}
