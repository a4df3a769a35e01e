package rivet.inspect;

import org.osgi.annotation.versioning.ProviderType;

/**
 * What happens in the actors awake in this process, while it happens. A service. Watching wakes nobody, keeps nobody awake and holds nobody up: for each watcher up to
 * {@value #KEPT} events are kept that it has not heard yet; more are left out and counted. While nobody watches nothing is gathered.
 */
@ProviderType
public interface ActorEvents {

    /** How many events a watcher may be behind. */
    int KEPT = 2_000;

    /** Lets a watcher hear of what happens from now on, until the result is closed. What others look at is not among it. */
    ActorInspection.Watch watch(EventFilter filter, EventWatcher watcher);
}
