package rivet.runtime.actor;

/** Where the answer to a message for the queue goes: what it was completed with, a plain value; undefined for nothing, or if it was only to be stored. */
public interface QueueReply extends CallReply<Object> {

    /** Sends that the message was not completed in time. */
    void timedOut();
}
