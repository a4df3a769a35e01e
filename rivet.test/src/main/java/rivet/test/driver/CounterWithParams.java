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

/** A count whose changes carry the name that the client gave when it connected. */
@ActorType("counterWithParams")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class CounterWithParams extends Actor<CounterWithParams.State> {

    /** The count, and the names in the order of connecting. */
    @ImmutableState
    public record State(long count, List<String> initializers) {}

    /** Who is at the other end: as parameters, and as the state of a connection. */
    @ImmutableState
    public record Caller(String name) {}

    /** The event {@code newCount}. */
    public record Change(long count, String by) {}

    @Override
    protected State createState(Input input) {
        return new State(0, List.of());
    }

    @Override
    protected Object createConnState(Connection connection) {
        String name = connection.hasParams() ? connection.params(Caller.class).name() : null;
        return new Caller(name == null || name.isEmpty() ? "anonymous" : name);
    }

    @Override
    protected void onConnect(Connection connection) {
        updateState(s -> new State(s.count(), Lists.append(s.initializers(), name(connection))));
    }

    /** Adds to the count and returns it. */
    @Action
    public long increment(long x) {
        long count = state().count() + x;
        updateState(s -> new State(count, s.initializers()));
        broadcast("newCount", new Change(count, name(caller())));
        return count;
    }

    /** Returns the names in the order of connecting. */
    @Action
    public List<String> getInitializers() {
        return state().initializers();
    }

    private static String name(Connection connection) {
        return connection.state(Caller.class).name();
    }
}
