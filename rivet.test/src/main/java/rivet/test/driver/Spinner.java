package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Ours, not of the driver suite: computes without end, which takes a core from the others. Only for a platform that is killed afterwards. */
@ActorType("spinner")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Spinner extends Actor<Void> {

    /** Never returns, and does not heed interruption. */
    @Action
    public void spin() {
        while (true) {
            Thread.onSpinWait();
        }
    }
}
