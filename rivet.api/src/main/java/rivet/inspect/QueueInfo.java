package rivet.inspect;

import java.time.Instant;
import java.util.List;

/**
 * A queue.
 *
 * @param size how many messages it holds, those in flight included
 * @param maxSize how many it may hold
 * @param waiting those that wait, oldest first
 * @param truncated whether more wait than are shown
 */
public record QueueInfo(int size, int maxSize, List<Message> waiting, boolean truncated) {

    /**
     * A message.
     *
     * @param id its id
     * @param name name of its queue
     * @param createdAt when it was sent
     */
    public record Message(long id, String name, Instant createdAt) {}
}
