package rivet.test.driver.db;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Reads when it is destroyed. */
@ActorType("dbInitOrderOnDestroyActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbInitOrderOnDestroyActor extends InitOrderItems<Void> {

    static final String ROWS = "rows at the end of ";

    private final ProcessMemory memory;

    /** Makes an instance. */
    @Activate
    public DbInitOrderOnDestroyActor(@Reference ProcessMemory memory) {
        this.memory = memory;
    }

    @Override
    protected void onDestroy() {
        memory.put(ROWS + actorId(), count());
    }

    /** Returns the id of the actor. */
    @Action
    public String getActorId() {
        return actorId();
    }

    /** Inserts a row. */
    @Action
    public void insert(String name) {
        add(name);
    }

    /** Asks for its destruction. */
    @Action
    public void triggerDestroy() {
        requestDestroy();
    }
}
