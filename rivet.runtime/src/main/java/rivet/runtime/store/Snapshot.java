package rivet.runtime.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import rivet.spi.storage.Result;

/**
 * What is stored of an actor.
 *
 * @param fence where the fence was when this was read
 * @param initialized whether its creation was completed
 * @param input the input it was created with, if that was completed
 * @param state the encoded state; empty where there is none
 * @param stateVersion version of the shape of the state
 * @param migration last step of the author's own migrations
 * @param runWake when the actor is to be woken
 * @param schedules rows of scheduled calls and jobs
 * @param queue what its queue holds
 * @param connections clients that stayed when its last generation ended
 */
public record Snapshot(Position fence, boolean initialized, byte[] input, Optional<byte[]> state, int stateVersion, int migration,
        Optional<Instant> runWake, Result schedules, Queue queue, List<StoredConnection> connections) {

    /**
     * What a queue holds.
     *
     * @param nextId id of the next message
     * @param messages id, name, time and attempt (or null) of each, in the order of their ids
     */
    public record Queue(long nextId, List<Object[]> messages) {}
}
