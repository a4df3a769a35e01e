package rivet.inspect;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something that happened in an actor.
 *
 * @param at when it ended
 * @param type type of the actor
 * @param actorId whose it was
 * @param key key of the actor
 * @param kind what it was
 * @param name of the action or the event, or what else ran: {@code onDisconnect}
 * @param micros how long it took, in microseconds: a turn that it held the actor, a piece of code from its first turn to the end of its last; 0 for
 *        anything else
 * @param receivers how many connections a broadcast went to; 0 for anything else
 * @param error why it failed, if it did: for people who run the platform, so the text of unnamed exceptions is in it
 */
public record ActorEvent(Instant at, String type, String actorId, List<String> key, Kind kind, String name, long micros, int receivers, Optional<String> error) {

    /** Kinds of what happens. */
    public enum Kind {
        /** An instance of the actor's code is ready. */
        STARTED,
        /** An instance has ended: the actor sleeps, moves to other code, or has failed. */
        ENDED,
        /** A stretch of code that held the actor. Code without await points is one turn. */
        TURN,
        /** An action ended, called by a client, by another actor, or as scheduled. */
        ACTION,
        /** Other code of the actor ended: a hook, a request, its run handler, a task of its own. */
        CODE,
        /** An event was sent to those who subscribed to it. It leaves when its turn is durable. */
        BROADCAST
    }
}
