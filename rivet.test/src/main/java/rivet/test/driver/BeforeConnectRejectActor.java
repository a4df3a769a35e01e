package rivet.test.driver;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.UserError;

/** Refuses a connection with a user error. */
@ActorType("beforeConnectRejectActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class BeforeConnectRejectActor extends Actor<Void> {

    /** What to do with the connection. */
    public record Params(boolean shouldReject) {}

    @Override
    protected void onBeforeConnect(Connection connection) {
        if (connection.hasParams() && connection.params(Params.class).shouldReject()) {
            throw new UserError("Connection rejected by policy", "connection_rejected", Map.of("reason", "test"));
        }
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }
}
