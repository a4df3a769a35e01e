package rivet.actor;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Code that is run as a whole, on the caller's thread.
 *
 * @param <T> its result
 * @param <X> what it may throw
 */
@ConsumerType
@FunctionalInterface
public interface Work<T, X extends Exception> {

    /** Does it. */
    T run() throws X;
}
