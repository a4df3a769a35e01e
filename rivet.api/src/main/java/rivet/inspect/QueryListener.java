package rivet.inspect;

import org.osgi.annotation.versioning.ConsumerType;

import rivet.error.RivetException;

/** Hears what a query gives. Called by one thread at a time, which may block: as long as it does, only so much is read ahead. */
@ConsumerType
public interface QueryListener {

    /**
     * That is what one actor's database gave. Actors without rows, and such that were never started, are not told of, but counted.
     *
     * @param truncated whether there were more rows than are told of one actor
     */
    void rows(ActorInfo actor, TableRows rows, boolean truncated);

    /** An actor's database could not be read: {@code inspector.sql_failed} if the statement did not work there, for instance for want of the table. */
    void failed(ActorInfo actor, RivetException error);

    /** It is over; nothing follows. */
    void ended(End end);

    /**
     * How a query ended.
     *
     * @param actors how many actors were asked
     * @param rows how many rows were told
     * @param failed how many actors could not be asked
     * @param reason why it ended
     */
    record End(long actors, long rows, long failed, Reason reason) {}

    /** Why a query ended. */
    enum Reason {
        /** All were asked. */
        COMPLETE,
        /** There were as many rows as were wanted. */
        ROW_LIMIT,
        /** Somebody did not want it any more. */
        CANCELLED,
        /** The actors could not be listed, or the listener failed. */
        FAILED
    }
}
