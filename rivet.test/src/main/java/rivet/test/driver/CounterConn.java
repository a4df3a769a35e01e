package rivet.test.driver;


import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** A count for each connection, and the number of connections. */
@ActorType("counterConn")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class CounterConn extends Actor<CounterConn.State> {

    /** How many connections there are. */
    @ImmutableState
    public record State(long connectionCount) {}

    /** The count of a connection. */
    @ImmutableState
    public record Tally(long count) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    @Override
    protected Object createConnState(Connection connection) {
        return new Tally(0);
    }

    @Override
    protected void onConnect(Connection connection) {
        updateState(s -> new State(s.connectionCount() + 1));
    }

    @Override
    protected void onDisconnect(Connection connection) {
        updateState(s -> new State(s.connectionCount() - 1));
    }

    /** Adds to the count of the calling connection and returns it. */
    @Action
    public long increment(long x) {
        return setCount(getCount() + x);
    }

    /** Sets the count of the calling connection and returns it. */
    @Action
    public long setCount(long x) {
        caller().setState(new Tally(x));
        broadcast("newCount", x);
        return x;
    }

    /** Returns the count of the calling connection. */
    @Action
    public long getCount() {
        return caller().state(Tally.class).count();
    }

    /** Returns how many connections there are. */
    @Action
    public long getConnectionCount() {
        return state().connectionCount();
    }
}
