package rivet.inspect;

import org.osgi.annotation.versioning.ConsumerType;

/** Whoever wants to see an actor change. Called by one thread at a time. */
@ConsumerType
public interface ActorWatcher {

    /**
     * The actor now looks so. Numbers of snapshots grow; one that was overtaken by a newer one before it could be told is left out.
     */
    void changed(ActorSnapshot now);

    /** The generation has ended; nothing follows. */
    void ended();
}
