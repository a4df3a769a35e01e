package rivet.inspect;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Looks into the platform and acts on it. A service. Snapshots are consistent in themselves and cheap; commands run as turns of their
 * actors and leave an audit line in the log. Failures are {@link rivet.error.RivetException}s.
 */
@ProviderType
public interface Inspection {

    /** Returns a number that grows whenever a snapshot would differ: a type, an actor or its work came, went or changed. */
    long changeCount();

    /** Returns the actor types, by name. */
    List<TypeInfo> types();

    /** Lists actors, awake or not. */
    CompletionStage<List<ActorInfo>> actors(ActorFilter filter);

    /** Looks for actors, awake or not. */
    CompletionStage<ActorPage> search(ActorSearch search);

    /** Counts the actors, those that sleep included, by namespace and type. Reads the whole directory: some 20 ms for 100,000 actors. */
    CompletionStage<List<ActorCount>> counts();

    /** Returns the actions of a type, by name; none before the best code of the type has made an instance. */
    List<ActionInfo> actions(String type);

    /** Returns an actor by its id. */
    CompletionStage<Optional<ActorInfo>> actor(String id);

    /** Returns the living actor of a key. */
    CompletionStage<Optional<ActorInfo>> actor(String namespace, String type, List<String> key);

    /** Returns the actors awake in this process that spent most time in turns since they woke, busiest first. */
    List<ActorInfo> busiest(int limit);

    /** Returns turns that run too long, and threads that were abandoned. */
    List<StuckTurn> stuck();

    /**
     * Creates an actor, or returns the one that has the key.
     *
     * @param input a plain value; {@link rivet.value.Undefined#UNDEFINED} for none
     */
    CompletionStage<ActorInfo> create(String namespace, String type, List<String> key, Object input);

    /** Calls an action, waking the actor if it sleeps. Arguments and result are plain values. */
    CompletionStage<Object> call(String id, String action, List<Object> arguments);

    /** Returns an actor's state, without waking it. */
    CompletionStage<StateInfo> state(String id);

    /** Returns what looks into an actor, waking it if it sleeps. It serves as long as this start of the actor lasts. */
    CompletionStage<ActorInspection> inspect(String id);

    /** Puts an actor to sleep; done when it sleeps. */
    CompletionStage<Void> sleep(String id);

    /** Stops an actor and starts it again, as a new generation; done when the old one has stopped. */
    CompletionStage<Void> reschedule(String id);

    /** Destroys an actor; done when it is gone. */
    CompletionStage<Void> destroy(String id);
}
