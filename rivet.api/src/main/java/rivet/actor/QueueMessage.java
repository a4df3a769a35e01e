package rivet.actor;

import java.time.Instant;

import org.osgi.annotation.versioning.ProviderType;

/** A message that was received from a {@link Queue}. */
@ProviderType
public interface QueueMessage {

    /** Returns the id, the same whenever the message comes again. */
    long id();

    /** Returns the name under which it was sent. */
    String name();

    /** Returns when it was sent. */
    Instant createdAt();

    /** Returns how often it has been received, this time included: 1 unless it came before and was not dealt with. */
    int attempt();

    /**
     * Returns the body, mapped with Jackson; null if that was sent.
     *
     * @throws rivet.error.RivetException {@code actor.validation_error} if it does not fit; the message is still in flight (R-queue-43)
     */
    <T> T body(Class<T> type);

    /** Returns whether it was received to be completed. */
    boolean completable();

    /** Completes it without a response; see {@link #complete(Object)}. */
    void complete();

    /**
     * Removes the message and answers the sender, if one waits, when the turn is stored (R-queue-30). Only in a turn.
     *
     * @param response any value that Jackson can map; {@code undefined} for none
     * @throws rivet.error.RivetException {@code queue.complete_not_configured} if it was not received to be completed, {@code queue.already_completed} the second
     *         time, {@code actor.invalid_operation} if it was given back and received by somebody else since
     */
    void complete(Object response);
}
