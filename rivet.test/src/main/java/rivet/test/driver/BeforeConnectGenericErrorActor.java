package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;

/** Refuses a connection with any other exception. */
@ActorType("beforeConnectGenericErrorActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class BeforeConnectGenericErrorActor extends Actor<Void> {

    /** What to do with the connection. */
    public record Params(boolean shouldFail) {}

    @Override
    protected void onBeforeConnect(Connection connection) {
        if (connection.hasParams() && connection.params(Params.class).shouldFail()) {
            throw new IllegalStateException("internal failure before the connection");
        }
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }
}
