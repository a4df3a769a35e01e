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
}
