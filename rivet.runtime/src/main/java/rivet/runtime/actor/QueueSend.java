package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;

/**
 * A message of a client for the queue of an actor.
 *
 * @param name of the queue
 * @param body a plain value
 * @param waits whether to answer when the message is completed rather than when it is stored
 * @param timeout how long the sender wants to wait; empty for as long as an action may take
 */
public record QueueSend(String name, Object body, boolean waits, Optional<Duration> timeout) {}
