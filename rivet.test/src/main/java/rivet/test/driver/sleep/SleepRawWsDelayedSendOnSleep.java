package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.StopReason;

/** Takes its time to say farewell to its sockets. */
@ActorType(value = "sleepRawWsDelayedSendOnSleep", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepRawWsDelayedSendOnSleep extends FarewellActor {

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        sleep(Duration.ofMillis(100));
        farewell();
        sleep(Duration.ofMillis(100));
    }
}
