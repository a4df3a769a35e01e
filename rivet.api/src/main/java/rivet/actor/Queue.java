package rivet.actor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The durable queue of an actor. It is one queue, in the order of arrival; the name of a message is a label by which receivers choose. Clients send to the
 * names that the actor declares ({@link ActorType#queues()}, {@link Actor#canPublish}), the actor's own code to any.
 * <p>
 * <b>Sending</b> is part of the turn: the message is stored with everything else that the turn changes, or not at all.
 * <p>
 * <b>Receiving</b> does not remove a message, but puts it <em>in flight</em>: hidden from all other receivers, and still stored. It is removed with the turn in
 * which the work that received it (an action, {@link Actor#run}, ...) receives again or returns. What that turn changed and the removal are one commit, so a
 * handler without await points handles each message exactly once; one with await points at least once: after a crash of the process, or if the work ends by an
 * exception, the message comes again, in its old place, with the next {@link QueueMessage#attempt() attempt}. {@link #next(Receive)} and its relatives hand a
 * message out only when that attempt is on disk.
 * <p>
 * A <b>completable</b> message ({@link Receive#withCompletion()}) is removed by {@link QueueMessage#complete(Object)} instead, which also answers a sender that
 * waits. It comes again if the work that received it ends before.
 * <p>
 * All methods may only be called on the thread that holds the turn ({@code actor.wrong_thread} otherwise), and not in a transaction that goes over await points
 * ({@code actor.invalid_operation}). What a transaction of SQL and state ({@link ActorContext#transaction(Work)}) sends and receives is part of it; one of SQL
 * alone does not cover the queue.
 */
@ProviderType
public interface Queue {

    /**
     * Sends a message to this actor; stored with the turn (R-queue-46).
     *
     * @param name any text
     * @param body any value that Jackson can map; may be null
     * @return the id of the message: greater than all before, and never used again (R-queue-1)
     * @throws rivet.error.RivetException {@code queue.message_too_large} beyond {@link ActorType#maxQueueMessageSize()}, {@code queue.full} if
     *         {@link ActorType#maxQueueSize()} messages are stored
     */
    long send(String name, Object body);

    /**
     * Await point: sends a message to this actor and waits until somebody completes it (R-queue-34). It waits on while the actor is asked to stop. The message
     * stays in the queue if the time is over. Never completes if only the calling work could complete it.
     *
     * @param type of the response
     * @return the response; empty if the message was completed without one
     * @throws rivet.error.RivetException as {@link #send}; {@code queue.timed_out} when the time is over, {@code queue.completion_waiter_dropped} if
     *         the queue was {@link #reset()}
     */
    <T> Optional<T> sendAndWait(Class<T> type, String name, Object body, Duration timeout);

    /**
     * Await point: as {@link #sendAndWait(Class, String, Object, Duration)}, but ends early.
     *
     * @param abort ends the waiting when it completes, either way
     * @throws rivet.error.RivetException {@code actor.aborted} then
     */
    <T> Optional<T> sendAndWait(Class<T> type, String name, Object body, Duration timeout, CompletionStage<?> abort);

    /**
     * Await point: waits for a message.
     *
     * @param names those it may have; none means any
     * @throws rivet.error.RivetException {@code actor.aborted} if the actor stops first (R-queue-13)
     */
    default QueueMessage next(String... names) {
        return waitFor(Receive.from(names));
    }

    /**
     * Await point: waits for a message; empty when the time is over (R-queue-11). No await point if there is none and the time is zero.
     *
     * @throws rivet.error.RivetException {@code actor.aborted} if {@link Receive#unless} says so or the actor stops, unless there was a message already
     * (R-queue-12);
     *         {@code queue.previous_message_not_completed} if this work has received a message to complete and has not done so
     */
    Optional<QueueMessage> next(Receive how);

    /**
     * Await point: waits for up to {@link Receive#count()} messages and returns those that are there, oldest first; none when the time is over. Fails as {@link
     * #next(Receive)}.
     */
    List<QueueMessage> nextBatch(Receive how);

    /**
     * Await point: waits for a message as {@link #next(Receive)} does, but fails when the time is over (R-queue-14).
     *
     * @throws rivet.error.RivetException {@code queue.timed_out}, or as {@link #next(Receive)}
     */
    QueueMessage waitFor(Receive how);

    /**
     * Await point: waits until there is a message, without receiving it (R-queue-15). It is still there when this returns: nobody else runs in between.
     *
     * @throws rivet.error.RivetException {@code queue.timed_out}, or {@code actor.aborted} as {@link #next(Receive)}
     */
    void waitUntilAvailable(Receive how);

    /** Receives a message if there is one; never waits (R-queue-16). No await point: the attempt is stored with the turn, no sooner. */
    Optional<QueueMessage> tryNext(Receive how);

    /** Receives a message of one of these names, or of any, if there is one; see {@link #tryNext(Receive)}. */
    default Optional<QueueMessage> tryNext(String... names) {
        return tryNext(Receive.from(names));
    }

    /** Receives up to {@link Receive#count()} messages that are there; never waits; see {@link #tryNext(Receive)}. */
    List<QueueMessage> tryNextBatch(Receive how);

    /**
     * Returns the messages to come, each waited for as by {@link #next(Receive)} when the one before has been dealt with. Ends when the actor stops or {@link
     * Receive#unless} says so (R-queue-44), or when none came in the time that {@link Receive#within} allows for each.
     */
    Iterable<QueueMessage> messages(Receive how);

    /** Returns the messages of these names, or of any, that come until the actor stops; see {@link #messages(Receive)}. */
    default Iterable<QueueMessage> messages(String... names) {
        return messages(Receive.from(names));
    }

    /** Returns the number of messages stored, those in flight included. */
    int size();

    /**
     * Removes all messages, those in flight included. Who waits for a completion fails with {@code queue.completion_waiter_dropped}; ids go on (R-queue-40).
     */
    void reset();
}
