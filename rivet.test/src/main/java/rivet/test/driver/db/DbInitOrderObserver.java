package rivet.test.driver.db;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Tells what the last hooks of others saw. */
@ActorType("dbInitOrderObserver")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbInitOrderObserver extends Actor<Void> {

    private final ProcessMemory memory;

    /** Makes an instance. */
    @Activate
    public DbInitOrderObserver(@Reference ProcessMemory memory) {
        this.memory = memory;
    }

    /** Returns how many rows the sleep hook of an actor saw; -1 if it did not run. */
    @Action
    public long getOnSleepCount(String actorId) {
        return memory.get(DbInitOrderOnSleepActor.ROWS + actorId, -1);
    }

    /** Returns how many rows the destroy hook of an actor saw; -1 if it did not run. */
    @Action
    public long getOnDestroyCount(String actorId) {
        return memory.get(DbInitOrderOnDestroyActor.ROWS + actorId, -1);
    }
}
