package rivet.test.driver.queue;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

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

    private final Children children;

    /** Makes an instance. */
    @Activate
    public ManyQueueActionParentActor(@Reference Children children) {
        this.children = children;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Makes an actor. */
    @Action
    public Child spawnChild(String key) {
        await(children.spawn(namespace(), key));
        state().spawned.add(key);
        return new Child(key);
    }

    /** Returns whom it made. */
    @Action
    public List<String> getSpawned() {
        return state().spawned;
    }
}
