package rivet.client;

import java.util.concurrent.CompletableFuture;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Something whose actions can be called: a handle or a connection.
 * <p>
 * <b>Errors.</b> What the action ended with arrives as a {@link rivet.error.RivetException} with group, code, message, metadata and actor; of errors that the
 * actor's platform keeps to itself only group and code ({@code rivetkit.internal_error} for an exception without a name). A result that is not of the type asked for is
 * {@code actor.validation_error}. How long an action may take is for its actor to say ({@code actor.action_timed_out}); giving up on it does not stop it.
 * <p>
 * <b>Resending.</b> Calls of handles that were refused before they began, since their actor was starting, stopping or being replaced, are sent again, as often and
 * as long as the npm client does (spec/wire.md 11). A call that may have begun is never repeated.
 */
@ProviderType
public interface Actions {

    /**
     * Calls an action and waits for its result; an await point in an actor.
     *
     * @param result what the result is mapped to with Jackson
     * @param arguments any values that Jackson can map
     */
    <T> T call(TypeRef<T> result, String action, Object... arguments);

    /** Calls an action and waits for its result; an await point in an actor. A {@code Void.class} result is whatever the action returned, thrown away. */
    default <T> T call(Class<T> result, String action, Object... arguments) {
        return call(TypeRef.of(result), action, arguments);
    }

    /** Calls an action and waits for its result, which stays a plain value (see {@code rivet.value}); an await point in an actor. */
    default Object call(String action, Object... arguments) {
        return call(TypeRef.PLAIN, action, arguments);
    }

    /**
     * Calls an action and does not wait: in an actor the call leaves at the end of the turn. Dependents of the future run on a thread of their own: in an actor they
     * cannot use its context, which is for code behind {@link rivet.actor.ActorContext#await}. To cancel a call that has left changes nothing.
     */
    <T> CompletableFuture<T> callLater(TypeRef<T> result, String action, Object... arguments);

    /** Calls an action and does not wait, see {@link #callLater(TypeRef, String, Object...)}. */
    default <T> CompletableFuture<T> callLater(Class<T> result, String action, Object... arguments) {
        return callLater(TypeRef.of(result), action, arguments);
    }
}
