package rivet.spi.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the engine knows of an actor.
 *
 * @param actorId its id
 * @param namespace name of its namespace
 * @param name name of its type
 * @param key its key; empty for none
 * @param generation number of its latest start, 0 before the first
 * @param status what it is doing
 * @param createdAt when it was created
 * @param startedAt when it was last started
 * @param sleptAt since when it sleeps
 * @param destroyedAt when its destruction was asked for
 * @param alarm when it is to be woken
 * @param error why it could not be started the last time
 */
public record ActorRecord(String actorId, String namespace, String name, List<String> key, int generation, Status status,
        Instant createdAt, Optional<Instant> startedAt, Optional<Instant> sleptAt, Optional<Instant> destroyedAt,
        Optional<Instant> alarm, Optional<String> error) {

    /** What an actor is doing. */
    public enum Status {
        SLEEPING, STARTING, RUNNING, STOPPING, DESTROYED
    }
}
