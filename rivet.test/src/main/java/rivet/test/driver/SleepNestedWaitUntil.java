package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Leaves work behind that leaves work behind. */
@ActorType(value = "sleepNestedWaitUntil", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepNestedWaitUntil extends SleepLogActor {

    @Override
    protected void sleeping() {
        log("sleep-start");
        waitUntil(() -> {
            log("outer-waituntil");
            waitUntil(() -> {
                log("nested-waituntil");
                return null;
            });
            return null;
        });
    }
}
