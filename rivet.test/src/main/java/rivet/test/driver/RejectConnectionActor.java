package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.UserError;

/** Refuses a connection after a while. */
@ActorType("rejectConnectionActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RejectConnectionActor extends Actor<Void> {

    /** What to do with the connection. */
    public record Params(boolean reject) {}

    @Override
    protected void onBeforeConnect(Connection connection) {
        if (connection.hasParams() && connection.params(Params.class).reject()) {
            sleep(Duration.ofMillis(500));
            throw new UserError("Rejected connection", "rejected");
        }
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }
}
