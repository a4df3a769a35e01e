package rivet.inspect;

import java.time.Instant;

/**
 * A message of a queue as it is on disk.
 *
 * @param id its id
 * @param name name of its queue
 * @param createdAt when it was sent
 * @param attempts how often it was received; 0 if it waits for the first time
 * @param body a plain value
 */
public record QueuedMessage(long id, String name, Instant createdAt, int attempts, Object body) {}
