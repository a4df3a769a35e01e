package rivet.inspect;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

/** Whoever wants to hear what happens. Called by one thread at a time, which may block: what comes meanwhile is kept, up to a limit. */
@ConsumerType
public interface EventWatcher {

    /**
     * That happened, in the order in which it ended in each actor.
     *
     * @param events the next ones; at least one
     * @param missed how many were left out right before them, because the watcher was too slow
     */
    void happened(List<ActorEvent> events, long missed);
}
