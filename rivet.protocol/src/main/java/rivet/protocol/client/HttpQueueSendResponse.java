package rivet.protocol.client;

/**
 * A message was stored or, if the client waits, completed.
 *
 * @param status {@link #COMPLETED} or {@link #TIMED_OUT}
 * @param response what it was completed with, a plain value; undefined, which is left out, if with nothing or not at all
 */
public record HttpQueueSendResponse(String status, Object response) implements HttpMessage {

    /** Stored or completed. */
    public static final String COMPLETED = "completed";
    /** Not completed in time. */
    public static final String TIMED_OUT = "timedOut";
}
