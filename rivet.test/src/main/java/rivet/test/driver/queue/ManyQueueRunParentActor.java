package rivet.test.driver.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.client.CreateOptions;

/** Makes other actors in its run handler. */
@ActorType(value = "manyQueueRunParentActor", queues = "spawn")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ManyQueueRunParentActor extends Actor<ManyQueueRunParentActor.State> {

    /** What it did. */
    public static final class State {

        /** Keys of the actors it made. */
        public List<String> spawned = new ArrayList<>();
    }

    /** A wish for an actor. */
    public record Spawn(String key) {}

    /** It was heard. */
    public record Queued(boolean queued) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void run() {
        for (QueueMessage message : queue().messages(Receive.from("spawn").withCompletion())) {
            String key = message.body(Spawn.class).key();
            client().getOrCreate("manyQueueChildActor", List.of(key), CreateOptions.DEFAULT.withInput(key)).resolve();
            state().spawned.add(key);
            message.complete(new Spawn(key));
        }
    }

    /** Has the run handler make an actor. */
    @Action
    public Queued queueSpawn(String key) {
        queue().sendAndWait(Map.class, "spawn", new Spawn(key), Duration.ofSeconds(10));
        return new Queued(true);
    }

    /** Returns whom it made. */
    @Action
    public List<String> getSpawned() {
        return state().spawned;
    }
}
