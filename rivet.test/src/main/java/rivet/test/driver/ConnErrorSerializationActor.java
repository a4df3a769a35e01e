package rivet.test.driver;


import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.error.RivetException;

/** Refuses a connection with an error of a group of its own. */
@ActorType("connErrorSerializationActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ConnErrorSerializationActor extends Actor<ConnErrorSerializationActor.State> {

    /** A value. */
    @ImmutableState
    public record State(long value) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** What to do with the connection. */
    public record Params(boolean shouldThrow) {}

    /** The state of a connection. */
    @ImmutableState
    public record Ready(boolean initialized) {}

    @Override
    protected Object createConnState(Connection connection) {
        if (connection.hasParams() && connection.params(Params.class).shouldThrow()) {
            throw new RivetException("connection", "custom_error", "Test error from createConnState");
        }
        return new Ready(true);
    }

    /** Returns the value. */
    @Action
    public long getValue() {
        return state().value();
    }
}
