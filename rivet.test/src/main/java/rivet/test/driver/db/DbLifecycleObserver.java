package rivet.test.driver.db;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Tells how far an actor came that cannot start. */
@ActorType("dbLifecycleObserver")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbLifecycleObserver extends Actor<Void> {

    /** How often its database was made ready, and how often its migration began. */
    public record Counts(long create, long migrate) {}

    private final ProcessMemory memory;

    /** Makes an instance. */
    @Activate
    public DbLifecycleObserver(@Reference ProcessMemory memory) {
        this.memory = memory;
    }

    /** Returns how far it came. */
    @Action
    public Counts getCounts(String actorId) {
        return new Counts(memory.get(DbLifecycleFailing.CREATE + actorId, 0), memory.get(DbLifecycleFailing.MIGRATE + actorId, 0));
    }
}
