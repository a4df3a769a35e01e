package rivet.protocol.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import rivet.error.ActorSpecifier;

/** What an actor says on a connection (R-conn-36). */
public sealed interface ToClient {

    /** The first message: the client is connected. */
    record Init(String actorId, String connectionId) implements ToClient {}

    /**
     * Something failed.
     *
     * @param metadata a plain value
     * @param actionId the action that failed; empty if it is the connection, which fails all actions in flight
     * @param actor who raised it; protocol versions before 4 do not have it
     */
    record Error(String group, String code, String message, Optional<Object> metadata, OptionalLong actionId,
            Optional<ActorSpecifier> actor) implements ToClient {}

    /**
     * An action returned.
     *
     * @param id of the action, unsigned
     * @param output a plain value; undefined if the action returns nothing
     */
    record ActionResponse(long id, Object output) implements ToClient {}

    /**
     * An event that was broadcast, or sent to this connection.
     *
     * @param args plain values
     */
    record Event(String name, List<Object> args) implements ToClient {}
}
