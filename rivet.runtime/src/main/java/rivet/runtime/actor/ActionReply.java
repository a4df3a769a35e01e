package rivet.runtime.actor;

import rivet.error.RivetException;

/** Where the result of an action goes. Called from any thread, once; nothing blocks. */
public interface ActionReply {

    /**
     * Encodes a result. In the turn of the action.
     *
     * @param output a plain value
     * @return sends it
     * @throws RivetException for example {@code message.outgoing_too_long}: the action's error then
     */
    Runnable value(Object output);

    /** Sends an error. */
    void error(RivetException error);

    /** Tells that the call has not begun and never will. */
    void refused(RivetException reason);
}
