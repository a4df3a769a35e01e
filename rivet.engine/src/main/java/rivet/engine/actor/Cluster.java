package rivet.engine.actor;

import java.util.Set;

/**
 * What this engine is to clients.
 *
 * @param datacenter name of the one region there is
 * @param pools names of the pools that exist, next to {@code default}
 * @param anyPool whether every pool exists
 * @param createNamespaces whether a namespace that is named exists from then on
 */
public record Cluster(String datacenter, Set<String> pools, boolean anyPool, boolean createNamespaces) {

    /** The name of the pool that always exists. */
    public static final String DEFAULT_POOL = "default";

    public Cluster {
        pools = Set.copyOf(pools);
    }

    /** Returns whether there is such a pool. */
    public boolean hasPool(String name) {
        return anyPool || name.equals(DEFAULT_POOL) || pools.contains(name);
    }
}
