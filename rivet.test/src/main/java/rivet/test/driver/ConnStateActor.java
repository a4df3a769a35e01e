package rivet.test.driver;

import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** State of connections, and events to single ones. */
@ActorType("connStateActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ConnStateActor extends Actor<ConnStateActor.State> {

    /** A count, and how many connections are gone. */
    @ImmutableState
    public record State(long sharedCounter, long disconnectionCount) {}

    /** What a client says of itself; null where it does not. */
    public record Params(String username, String role, boolean noCount) {}

    /** The state of a connection. */
    @ImmutableState
    public record Member(String username, String role, long counter, long createdAt, boolean noCount) {

        static Member of(Params params, long now) {
            return new Member("anonymous", "user", 0, now, params.noCount()).with(params);
        }

        Member with(Params changes) {
            return new Member(changes.username() == null ? username : changes.username(),
                changes.role() == null ? role : changes.role(), counter, createdAt, noCount);
        }

        Member plus(long amount) {
            return new Member(username, role, counter + amount, createdAt, noCount);
        }

        Listed listed(String id) {
            return new Listed(id, username, role, counter, createdAt, noCount);
        }
    }

    /** A connection with its state. */
    public record Listed(String id, String username, String role, long counter, long createdAt, boolean noCount) {}

    @Override
    protected State createState(Input input) {
        return new State(0, 0);
    }

    @Override
    protected Object createConnState(Connection connection) {
        Params params = connection.paramsOr(Params.class, new Params(null, null, false));
        return Member.of(params, clock().millis());
    }

    @Override
    protected void onConnect(Connection connection) {
        Map<String, String> welcome = Map.of("id", connection.id(), "username", member(connection).username());
        connection.send("connectedFromOnConnect", welcome);
        connections().get(connection.id()).send("connectedFromOnConnectConns", welcome);
        broadcast("userConnected", Map.of("id", connection.id(), "username", "anonymous", "role", "user"));
    }

    @Override
    protected void onDisconnect(Connection connection) {
        if (!member(connection).noCount()) {
            updateState(s -> new State(s.sharedCounter(), s.disconnectionCount() + 1));
            broadcast("userDisconnected", Map.of("id", connection.id()));
        }
    }

    /** Adds to the count of the calling connection, one if nothing is given. */
    @Action
    public void incrementConnCounter(Long amount) {
        caller().setState(member(caller()).plus(amount == null ? 1 : amount));
    }

    /** Adds to the count of all, one if nothing is given, and returns it. */
    @Action
    public long incrementSharedCounter(Long amount) {
        updateState(s -> new State(s.sharedCounter() + (amount == null ? 1 : amount), s.disconnectionCount()));
        return state().sharedCounter();
    }

    /** Returns the calling connection. */
    @Action
    public Listed getConnectionState() {
        return member(caller()).listed(caller().id());
    }

    /** Returns the ids of the connections that count. */
    @Action
    public List<String> getConnectionIds() {
        return connections().values().stream().filter(c -> !member(c).noCount()).map(Connection::id).toList();
    }

    /** Returns how many connections that count are gone. */
    @Action
    public long getDisconnectionCount() {
        return state().disconnectionCount();
    }

    /** Returns all connections. */
    @Action
    public List<Listed> getAllConnectionStates() {
        return connections().values().stream().map(c -> member(c).listed(c.id())).toList();
    }

    /** Sends {@code directMessage} to one connection; returns whether there is such a one. */
    @Action
    public boolean sendToConnection(String id, String message) {
        Connection target = connections().get(id);
        if (target == null) {
            return false;
        }
        target.send("directMessage", Map.of("from", caller().id(), "message", message));
        return true;
    }

    /** Changes what the calling connection says of itself, where something is given. */
    @Action
    public Member updateConnection(Params changes) {
        caller().setState(member(caller()).with(changes));
        return member(caller());
    }

    /** Closes the calling connection. */
    @Action
    public boolean disconnectSelf(String reason) {
        caller().disconnect(reason == null ? "" : reason);
        return true;
    }

    private static Member member(Connection connection) {
        return connection.state(Member.class);
    }
}
