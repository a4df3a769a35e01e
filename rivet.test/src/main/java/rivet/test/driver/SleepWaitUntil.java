package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Leaves work behind when it goes to sleep. */
@ActorType(value = "sleepWaitUntil", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWaitUntil extends SleepLogActor {

    @Override
    protected void sleeping() {
        log("sleep-start");
        waitUntil(() -> {
            log("waituntil-write");
            return null;
        });
    }
}
