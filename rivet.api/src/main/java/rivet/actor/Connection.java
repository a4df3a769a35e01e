package rivet.actor;

import java.util.Set;
import java.util.function.UnaryOperator;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A client attached to an actor: for as long as its WebSocket is open, or for one HTTP call. Only for use inside a turn of
 * its actor ({@code actor.wrong_thread} otherwise), but for {@link #id()}.
 */
@ProviderType
public interface Connection {

    /** Returns the id of this connection, a UUID. */
    String id();

    /**
     * Returns whether it stays while the actor sleeps, with its state and its subscriptions: so it is with the WebSocket of a client, and with one to the
     * actor's own code if the type {@linkplain ActorType#canHibernateWebSocket says so}. Such a connection does not keep the actor awake; if its client goes meanwhile,
     * the actor wakes and hears of that. A call over HTTP does not stay, nor does a connection that another actor made in this process.
     */
    boolean isHibernatable();

    /** Returns the request that made this connection. */
    ConnectionRequest request();

    /** Returns whether the client gave parameters. */
    boolean hasParams();

    /**
     * Returns the parameters that the client gave, mapped with Jackson.
     *
     * @throws rivet.error.RivetException {@code actor.validation_error} if they do not fit
     */
    <T> T params(Class<T> type);

    /** Returns the parameters as the given type, or the other value if the client gave none. */
    default <T> T paramsOr(Class<T> type, T other) {
        return hasParams() ? params(type) : other;
    }

    /**
     * Returns the state of this connection, made by {@link Actor#createConnState}. Changes made in place are kept.
     *
     * @throws rivet.error.RivetException {@code actor.invalid_operation} if it has none of that type
     */
    <T> T state(Class<T> type);

    /** Replaces the state of this connection. */
    void setState(Object state);

    /** Replaces the state of this connection by a function of it. */
    default <T> void updateState(Class<T> type, UnaryOperator<T> change) {
        setState(change.apply(state(type)));
    }

    /** Returns the names of the events it has subscribed to. */
    Set<String> subscriptions();

    /** Sends an event to this connection alone, subscribed or not; without effect for an HTTP call (R-evt-2). */
    void send(String event, Object... args);

    /**
     * Closes the connection.
     *
     * @param reason reaches the client in the close frame; at most 123 bytes, the rest is cut off
     */
    void disconnect(String reason);
}
