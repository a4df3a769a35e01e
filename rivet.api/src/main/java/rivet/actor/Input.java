package rivet.actor;

import org.osgi.annotation.versioning.ProviderType;

/** What the creator of an actor gave it. It is stored with the actor and never changes (R-start-7). */
@ProviderType
public interface Input {

    /** Returns whether there is any; {@code undefined} counts as none. */
    boolean isPresent();

    /**
     * Returns the input as the given type, mapped with Jackson; null if {@code null} was given.
     *
     * @throws rivet.error.RivetException {@code actor.validation_error} if there is none or it does not fit
     */
    <T> T as(Class<T> type);

    /** Returns the input as the given type, or the other value if there is none. */
    default <T> T asOr(Class<T> type, T other) {
        return isPresent() ? as(type) : other;
    }
}
