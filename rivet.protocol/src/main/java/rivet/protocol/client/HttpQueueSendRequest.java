package rivet.protocol.client;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Puts a message into a queue.
 *
 * @param body a plain value; undefined if there is none
 * @param name of the queue; the one in the path wins
 * @param waits whether to answer when the message is completed rather than when it is stored
 * @param timeoutMs how long to wait at most, in milliseconds; empty for no limit of the client's
 */
public record HttpQueueSendRequest(Object body, Optional<String> name, boolean waits, OptionalLong timeoutMs) implements HttpMessage {}
