package rivet.inspect;

import org.osgi.annotation.versioning.ProviderType;

/**
 * SQL over many actors, sleeping ones included. A service. Nobody is woken: each database is read as it is on disk, on a short connection of its own that can only read,
 * sees no tables of the platform, and holds up neither a turn nor, for longer than the query's limit, a checkpoint. A few are read at a time.
 */
@ProviderType
public interface ActorQueries {

    /** Begins a query; the listener hears the rest. Leaves an audit line. Closing the result cancels it. */
    ActorInspection.Watch run(TypeQuery query, QueryListener listener);
}
