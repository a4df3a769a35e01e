package rivet.inspect;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An actor, awake or not.
 *
 * @param id its id
 * @param namespace its namespace
 * @param type its type
 * @param key its key
 * @param status what it is doing
 * @param generation number of its latest start
 * @param createdAt when it was created
 * @param startedAt when it was last started
 * @param alarm when it is to be woken
 * @param error why it could not be started the last time
 * @param live what it is doing now; only if it is awake here
 */
public record ActorInfo(String id, String namespace, String type, List<String> key, Status status, int generation, Instant createdAt,
        Optional<Instant> startedAt, Optional<Instant> alarm, Optional<String> error, Optional<Live> live) {

    /** What an actor is doing. */
    public enum Status {
        SLEEPING, STARTING, RUNNING, STOPPING, DESTROYED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * An awake actor.
     *
     * @param instance which instance of this generation: 1, and one more after each restart in place
     * @param bundle its code's bundle and version
     * @param connections open connections
     * @param waiting calls that have not begun
     * @param running calls that have begun and not ended
     * @param turns turns since the start
     * @param errors calls that failed since the start
     * @param busyMicros time spent in turns since the start, in microseconds
     */
    public record Live(int instance, String bundle, int connections, int waiting, int running, long turns, long errors,
            long busyMicros) {}
}
