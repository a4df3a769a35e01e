package rivet.runtime.queue;

import rivet.error.RivetException;

/** Who waits until a message is completed. */
public interface Sender {

    /** It waits no longer, for a reason that it is about to hear. In a turn, or after the last one. */
    void over();

    /**
     * The message was completed in this turn. Does not throw: what is wrong with the response is no fault of who completed the message.
     *
     * @param response a plain value; undefined for none
     * @return tells the sender, when the turn is stored; on any thread
     */
    Runnable completed(Object response);

    /** It will not hear of a completion any more. On any thread. */
    void dropped(RivetException why);
}
