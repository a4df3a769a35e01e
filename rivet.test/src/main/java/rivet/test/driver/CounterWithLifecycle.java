package rivet.test.driver;

import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** A count, and a record of the hooks that ran. */
@ActorType("counterWithLifecycle")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class CounterWithLifecycle extends Actor<CounterWithLifecycle.State> {

    /** The count, and the names of the hooks in the order in which they ran. */
    @ImmutableState
    public record State(long count, List<String> events) {}

    /** Whether the hooks of this connection are to be recorded. */
    public record Params(boolean trackLifecycle) {}

    /** When the connection was made. */
    @ImmutableState
    public record Joined(long joinTime) {}

    @Override
    protected State createState(Input input) {
        return new State(0, List.of());
    }

    @Override
    protected void onWake() {
        push("onWake");
    }

    @Override
    protected void onBeforeConnect(Connection connection) {
        pushIfTracked("onBeforeConnect", connection);
    }

    @Override
    protected Object createConnState(Connection connection) {
        return new Joined(clock().millis());
    }

    @Override
    protected void onConnect(Connection connection) {
        pushIfTracked("onConnect", connection);
    }

    @Override
    protected void onDisconnect(Connection connection) {
        pushIfTracked("onDisconnect", connection);
    }

    /** Returns the names of the hooks in the order in which they ran. */
    @Action
    public List<String> getEvents() {
        return state().events();
    }

    /** Adds to the count and returns it. */
    @Action
    public long increment(long x) {
        updateState(s -> new State(s.count() + x, s.events()));
        return state().count();
    }

    private void pushIfTracked(String event, Connection connection) {
        if (connection.hasParams() && connection.params(Params.class).trackLifecycle()) {
            push(event);
        }
    }

    private void push(String event) {
        updateState(s -> new State(s.count(), Lists.append(s.events(), event)));
    }
}
