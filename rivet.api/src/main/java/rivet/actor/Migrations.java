package rivet.actor;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The numbered steps that lead an actor's own tables from nothing to what its code expects. They run in order, after {@link Actor#onMigrate} and within
 * its time; a database has some of them behind it, and these are skipped. They are all or nothing with the record of them and with the state's
 * migration (see {@link Migrate}): when one fails the start fails, and nothing of it was done. A database that has a step behind it that the code does not know belongs to newer code, and the start fails
 * before anything happens. Steps that were released are never changed, only added to.
 */
@ProviderType
public interface Migrations {

    /**
     * Declares a step.
     *
     * @param version greater than that of the step before; 1 or more
     * @param statements SQL; several in one text are possible
     * @throws IllegalArgumentException if the version does not grow
     */
    void step(int version, String... statements);

    /**
     * Declares a step in code, for what SQL alone cannot do.
     *
     * @param version greater than that of the step before; 1 or more
     * @throws IllegalArgumentException if the version does not grow
     */
    void step(int version, Step code);

    /** The code of a step. */
    @FunctionalInterface
    interface Step {

        /** Does it; what it throws undoes it. There are no await points. */
        void run(Sql sql) throws Exception;
    }
}
