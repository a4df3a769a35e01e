package rivet.client;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes handles of actors. A handle is a name and costs nothing: whoever it names is looked for with each call.
 * <p>
 * <b>In an actor</b> ({@link rivet.actor.ActorContext#client()}) the actors of its own namespace are called, without a network where they live in the same process.
 * Methods that return a result are await points: the turn ends, and the call leaves once everything that the turn could have read is durable. What the caller then
 * waits for does not keep others out of its actor, so that actors may call each other in circles; but where {@link rivet.actor.Concurrency#SERIAL} actions would
 * wait for themselves, the call fails with {@code actor.call_cycle}. So does one that is 64 calls deep. An actor may have 1,000 calls under way ({@code
 * actor.overloaded}). When the actor ends they fail with {@code actor.aborted}, begun or not. Listeners of connections run in turns of their own.
 * <p>
 * <b>In another program</b> methods that return a result block their thread, which may be a virtual one; every method may be called from any thread.
 */
@ProviderType
public interface ActorClient {

    /**
     * Names an actor that exists. Calls of one that does not fail with {@code actor.not_found}, after the time in which one that is just being created would come to be:
     * 2.4 seconds.
     *
     * @param type name of the actor type
     * @param key may be empty
     */
    ActorHandle get(String type, List<String> key);

    /** Names an actor that exists, see {@link #get(String, List)}. */
    default ActorHandle get(String type, String... key) {
        return get(type, List.of(key));
    }

    /** Names an actor that is created by the first call, if there is none. */
    ActorHandle getOrCreate(String type, List<String> key, CreateOptions options);

    /** Names an actor that is created by the first call without input, if there is none. */
    default ActorHandle getOrCreate(String type, String... key) {
        return getOrCreate(type, List.of(key), CreateOptions.DEFAULT);
    }

    /**
     * Creates an actor; an await point in an actor.
     *
     * @return a handle of its id
     * @throws rivet.error.RivetException {@code actor.duplicate_key} if there is one, {@code actor.not_registered} if nobody knows the type
     */
    ActorHandle create(String type, List<String> key, CreateOptions options);

    /** Names an actor by its id, of whatever type it is. */
    ActorHandle getForId(String actorId);
}
