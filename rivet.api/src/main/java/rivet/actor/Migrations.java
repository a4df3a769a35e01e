package rivet.actor;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The numbered steps that lead an actor's own tables from nothing to what its code expects. Steps that a database has
 * behind it are skipped, the others run in order; together with the record of it they are one transaction, so a
 * failing step leaves nothing behind and the start fails.
 */
@ProviderType
public interface Migrations {

    /**
     * Declares a step.
     *
     * @param version greater than that of the step before; 1 or more
     * @param statements SQL, one statement each
     * @throws IllegalArgumentException if the version does not grow
     */
    void step(int version, String... statements);
}
