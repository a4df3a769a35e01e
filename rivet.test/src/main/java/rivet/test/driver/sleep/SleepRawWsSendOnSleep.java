package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.StopReason;

/** Says farewell to its sockets. */
@ActorType(value = "sleepRawWsSendOnSleep", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepRawWsSendOnSleep extends FarewellActor {

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        farewell();
    }
}
