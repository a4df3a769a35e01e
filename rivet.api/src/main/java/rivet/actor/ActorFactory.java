package rivet.actor;

import java.util.Optional;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes the instances of one actor type. A service with the property {@link #TYPE}; the options of {@link ActorType} may be
 * given as further service properties of the same names. Where several factories of a type are registered, the one of
 * the highest bundle version, then of the highest service ranking, makes new instances.
 * <p>
 * Prototype-scoped {@link Actor} services are adapted to this; write one by hand where instances cannot be made by
 * Declarative Services. Called from any thread, concurrently.
 */
@ConsumerType
public interface ActorFactory {

    /** Service property that names the actor type. */
    String TYPE = "rivet.actor.type";

    /**
     * Returns the class of the instances, if it can be told without making one: what is wrong with it is then known when the factory comes, not at the first actor.
     * Asked for types whose {@link ActorType#stateVersion} is above 1.
     */
    default Optional<Class<?>> actorClass() {
        return Optional.empty();
    }

    /** Makes an instance for one start of one actor. Always a new one, always of the same class. */
    Actor<?> create();

    /** Tells that an instance is no longer used. Called once for each instance made. */
    default void dispose(Actor<?> actor) {}
}
