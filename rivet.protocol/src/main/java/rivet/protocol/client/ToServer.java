package rivet.protocol.client;

import java.util.List;

/** What a client says on a connection (R-conn-36). */
public sealed interface ToServer {

    /**
     * Calls an action.
     *
     * @param id the client's, unsigned; the answer carries it
     * @param args plain values
     */
    record ActionRequest(long id, String name, List<Object> args) implements ToServer {}

    /** Asks for the events of a name, or for no more of them. Repetition is harmless. */
    record SubscriptionRequest(String eventName, boolean subscribe) implements ToServer {}
}
