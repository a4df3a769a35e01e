package rivet.test.driver.db;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.StopReason;

/** Reads and writes when it goes to sleep. */
@ActorType(value = "dbInitOrderOnSleepActor", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbInitOrderOnSleepActor extends InitOrderItems<Void> {

    static final String ROWS = "rows at the sleep of ";

    private final ProcessMemory memory;

    /** Makes an instance. */
    @Activate
    public DbInitOrderOnSleepActor(@Reference ProcessMemory memory) {
        this.memory = memory;
    }

    @Override
    protected void onSleep(StopReason reason) {
        memory.put(ROWS + actorId(), count());
        add("sleep-event");
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

    /** Returns how often it went to sleep. */
    @Action
    public long getSleepEventCount() {
        return count("sleep-event");
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
