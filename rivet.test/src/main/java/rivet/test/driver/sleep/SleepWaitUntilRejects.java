package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Has background work that fails while it goes to sleep, and some that does not. */
@ActorType(value = "sleepWaitUntilRejects", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWaitUntilRejects extends LoggingActor<Counts> {

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        log("sleep");
        waitUntil(() -> {
            throw new IllegalStateException("the background work fails");
        });
        waitUntil(() -> {
            log("waituntil-after-reject");
            return null;
        });
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
