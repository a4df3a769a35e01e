package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Fails when it goes to sleep. */
@ActorType(value = "sleepOnSleepThrows", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepOnSleepThrows extends SleepLogActor {

    @Override
    protected void sleeping() {
        log("sleep-before-throw");
        throw new IllegalStateException("sleep hook failed on purpose");
    }
}
