package rivet.client;

import java.util.Optional;
import java.util.function.Consumer;

import org.osgi.annotation.versioning.ProviderType;

import rivet.error.RivetException;

/**
 * A connection to an actor: calls of actions that share one set of connection hooks, and events. It comes back by itself: after a loss at once, then with pauses of
 * 250 ms that double up to 30 s, until it is closed or the actor refuses it for a reason that will not pass (say {@code auth.forbidden}; by id also {@code
 * actor.not_found}). What was subscribed to is subscribed to again; events in between are lost.
 * <p>
 * Calls made before it is open wait for it, 1,000 at most ({@code client.overloaded}). Calls under way when it is lost fail with what the actor gave as its reason or
 * {@code client.connection_lost}: they may have been done. Calls waiting when an attempt fails for anything but its actor's starting or stopping fail with that
 * reason, or {@code client.connection_open_failed}: they were not.
 * <p>
 * Listeners are called one after the other in the order of what happened, with what Jackson maps the arguments to. A program that does not keep up, 10,000 events
 * behind, loses the connection and is told {@code client.overloaded}. What a listener throws is logged.
 */
@ProviderType
public interface ActorConnection extends Actions, AutoCloseable {

    /** Where a connection stands. */
    enum Status {
        /** The first attempts are under way. */
        CONNECTING,
        /** Open. */
        CONNECTED,
        /** It was open, and is on its way to be so again. */
        DISCONNECTED,
        /** It was closed, or refused for good. */
        CLOSED
    }

    /** Returns where it stands. */
    Status status();

    /** Returns the connection's id, by which the actor knows it; empty unless it is open. */
    Optional<String> connectionId();

    /**
     * Waits until it is open; an await point in an actor.
     *
     * @throws RivetException why it was refused; {@code client.connection_closed} if it was closed
     */
    void awaitOpen();

    /** Subscribes to an event with one argument; further arguments are ignored. */
    default <T> Subscription on(String event, Class<T> type, Consumer<T> listener) {
        return on(event, occurred -> listener.accept(occurred.argument(0, type)));
    }

    /** Subscribes to an event. */
    Subscription on(String event, Consumer<Event> listener);

    /** Subscribes to the next event of that name. */
    Subscription once(String event, Consumer<Event> listener);

    /** Hears of every change of status. */
    Subscription onStatus(Consumer<Status> listener);

    /** Hears of every reason that the actor or its platform gave for ending or refusing the connection. */
    Subscription onError(Consumer<RivetException> listener);

    /** Closes it; calls under way fail with {@code client.connection_closed}. In an actor the connection is closed at the end of the turn. */
    @Override
    void close();

    /** An event. */
    @ProviderType
    interface Event {

        /** Returns its name. */
        String name();

        /** Returns how many arguments it has. */
        int size();

        /**
         * Returns an argument, mapped with Jackson; one that is not there counts as undefined.
         *
         * @throws RivetException {@code actor.validation_error} if it does not fit
         */
        <T> T argument(int index, TypeRef<T> type);

        /** Returns an argument, see {@link #argument(int, TypeRef)}. */
        default <T> T argument(int index, Class<T> type) {
            return argument(index, TypeRef.of(type));
        }
    }

    /** What a listener is taken away by. */
    @FunctionalInterface
    interface Subscription extends AutoCloseable {

        /** Takes the listener away. */
        @Override
        void close();
    }
}
