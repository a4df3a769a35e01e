package rivet.test.driver.db;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Migrations;
import rivet.actor.Sql;

/** Has a migration that fails the first time. */
@ActorType("dbActorDrizzleMigrationRollback")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbActorDrizzleMigrationRollback extends Actor<Void> {

    private final ProcessMemory memory;

    /** Makes an instance. */
    @Activate
    public DbActorDrizzleMigrationRollback(@Reference ProcessMemory memory) {
        this.memory = memory;
    }

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, this::migrate);
    }

    private void migrate(Sql sql) {
        boolean clean = sql.query("SELECT name FROM sqlite_master WHERE name = 'migration_probe'").isEmpty();
        sql.execute("CREATE TABLE migration_probe (id INTEGER PRIMARY KEY)");
        if (memory.add("migration " + actorId()) == 1) {
            throw new IllegalStateException("intentional drizzle migration failure");
        }
        sql.execute("CREATE TABLE migration_audit (rolled_back INTEGER NOT NULL)");
        sql.execute("INSERT INTO migration_audit VALUES (?)", clean);
    }

    /** Returns whether nothing was left of the first time. */
    @Action
    public boolean migrationRolledBack() {
        return sql().first(Boolean.class, "SELECT rolled_back FROM migration_audit").orElse(false);
    }
}
