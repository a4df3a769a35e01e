package rivet.actor;

import org.osgi.annotation.versioning.ProviderType;

/** Tells running work that it should come to an end: its call timed out, or the actor is being stopped. */
@ProviderType
public interface AbortSignal {

    /** Returns whether it was given. */
    boolean aborted();

    /**
     * Runs the listener in a turn of the actor once the signal is given, at once if it was given already. What it
     * throws is logged.
     */
    void onAbort(Runnable listener);
}
