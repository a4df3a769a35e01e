package rivet.runtime.actor;

import rivet.error.RivetException;

/**
 * Where the one answer to a call goes. Called from any thread, once; nothing blocks.
 *
 * @param <R> the result
 */
public interface CallReply<R> {

    /**
     * Encodes a result. In the turn of the call.
     *
     * @return sends it
     * @throws RivetException for example {@code message.outgoing_too_long}: the call's error then
     */
    Runnable value(R output);

    /** Sends an error. */
    void error(RivetException error);

    /** Tells that the call has not begun and never will. */
    void refused(RivetException reason);

    /** Returns whether the call is still to be begun. */
    default boolean isWanted() {
        return true;
    }

    /** Returns whether the call comes again by itself if its instance ends before it was begun. */
    default boolean comesAgain() {
        return false;
    }

    /** Hears in its last turn that the call ends, however it does. */
    default void ends(Instance running) {
        // most have nothing to add to what is stored
    }
}
