package rivet.runtime.queue;

/**
 * How much a queue may hold.
 *
 * @param messages most messages, those in flight included
 * @param messageSize most bytes of a message: body, name and envelope
 */
public record Limits(int messages, int messageSize) {}
