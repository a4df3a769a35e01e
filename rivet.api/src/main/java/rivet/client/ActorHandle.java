package rivet.client;

import java.time.Duration;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** Names an actor, see {@link ActorClient}. Each call, message and request is a connection of its own for the actor, with all its hooks. */
@ProviderType
public interface ActorHandle extends Actions {

    /**
     * Returns a handle of the same actor whose calls and connections have these parameters, which the actor's connection hooks see.
     *
     * @param params any value that Jackson can map
     */
    ActorHandle withParams(Object params);

    /**
     * Returns the actor's id; an await point in an actor. Creates the actor if the handle does.
     *
     * @throws rivet.error.RivetException {@code actor.not_found}
     */
    String resolve();

    /**
     * Puts a message into a queue of the actor; an await point in an actor. Returns when the message is stored.
     *
     * @param body any value that Jackson can map
     * @throws rivet.error.RivetException {@code auth.forbidden}, {@code queue.full}, {@code queue.message_too_large}
     */
    void send(String queue, Object body);

    /**
     * Puts a message into a queue of the actor and waits until it is completed; an await point in an actor.
     *
     * @param response what it is completed with is mapped to this; {@code null} if it was completed without
     * @param limit how long to wait; the time limit of the actor's actions if that is shorter ({@code actor.action_timed_out})
     */
    <T> Completion<T> sendAndWait(TypeRef<T> response, String queue, Object body, Duration limit);

    /** Puts a message into a queue of the actor and waits until it is completed, see {@link #sendAndWait(TypeRef, String, Object, Duration)}. */
    default <T> Completion<T> sendAndWait(Class<T> response, String queue, Object body, Duration limit) {
        return sendAndWait(TypeRef.of(response), queue, body, limit);
    }

    /**
     * Has the actor's own code answer an HTTP request ({@link rivet.actor.Actor#onRequest}); an await point in an actor. Any status is an answer, but errors of the
     * platform are thrown where they are known to be such: {@code actor.not_found} and those that are resent.
     */
    Fetched fetch(Fetch request);

    /** Opens a connection, which goes on until it is closed. In an actor it ends with the actor's start. */
    ActorConnection connect();

    /**
     * How the wait for a message ended.
     *
     * @param timedOut whether the time was over; the message is still there then
     * @param response what it was completed with, if it was
     */
    record Completion<T>(boolean timedOut, Optional<T> response) {}
}
