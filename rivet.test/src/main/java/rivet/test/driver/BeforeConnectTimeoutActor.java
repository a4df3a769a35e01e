package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;

/** Takes too long to decide about a connection. */
@ActorType(value = "beforeConnectTimeoutActor", onBeforeConnectTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class BeforeConnectTimeoutActor extends Actor<Void> {

    @Override
    protected void onBeforeConnect(Connection connection) {
        sleep(Duration.ofMillis(200));
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }
}
