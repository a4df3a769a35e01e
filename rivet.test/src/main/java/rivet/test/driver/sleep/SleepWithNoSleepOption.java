package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Never sleeps by itself. */
@ActorType(value = "sleepWithNoSleepOption", sleepTimeout = 1_000, noSleep = true)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithNoSleepOption extends CountingActor<Counts> {

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
