package rivet.runtime.actor;

import java.util.Arrays;
import java.util.Set;

import rivet.actor.Connection;
import rivet.actor.ConnectionRequest;
import rivet.error.ErrorCode;
import rivet.runtime.value.ValueMapper;
import rivet.value.Undefined;

/**
 * A connection as one instance of an actor sees it: with parameters and state in the types of its code. A typed state that was handed out may be
 * changed in place; it is turned back into a plain value when the instance ends.
 */
final class ConnectionView implements Connection {

    private final Instance instance;
    private final Conn conn;
    private Object typedState;

    ConnectionView(Instance instance, Conn conn) {
        this.instance = instance;
        this.conn = conn;
    }

    private ValueMapper mapper() {
        return instance.code().mapper();
    }

    @Override
    public String id() {
        return conn.id();
    }

    @Override
    public boolean isHibernatable() {
        return conn.hibernation().isPresent();
    }

    @Override
    public ConnectionRequest request() {
        instance.check("connection.request");
        return conn.request();
    }

    @Override
    public boolean hasParams() {
        instance.check("connection.hasParams");
        return conn.params() != null;
    }

    @Override
    public <T> T params(Class<T> type) {
        instance.check("connection.params");
        return mapper().fromPlain(conn.params(), mapper().type(type), "connection parameters");
    }

    @Override
    public <T> T state(Class<T> type) {
        instance.check("connection.state");
        instance.touches().touch(this);
        if (typedState == null && conn.state() != Undefined.UNDEFINED) {
            typedState = mapper().fromPlain(conn.state(), mapper().type(type), "connection state");
        }
        instance.hibernating().saw(conn);
        if (!type.isInstance(typedState)) {
            throw ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "connection.state", "reason",
                typedState == null ? "the connection has no state" : "its state is a " + typedState.getClass().getName());
        }
        return type.cast(typedState);
    }

    @Override
    public void setState(Object state) {
        instance.check("connection.setState");
        instance.touches().touch(this);
        instance.hibernating().touched(conn);
        typedState = state;
        conn.setState(mapper().toPlain(state));
    }

    /** Returns the state as it is now as a plain value. */
    Object plainState() {
        keepState();
        return conn.state();
    }

    /** Puts another state in its place, whatever code still holds. */
    void putState(Object plain) {
        instance.hibernating().touched(conn);
        typedState = null;
        conn.setState(plain);
    }

    /** Writes a state that may have been changed in place back to the connection. */
    void keepState() {
        if (typedState != null) {
            conn.setState(mapper().toPlain(typedState));
        }
    }

    @Override
    public Set<String> subscriptions() {
        instance.check("connection.subscriptions");
        return Set.copyOf(conn.subscriptions());
    }

    @Override
    public void send(String event, Object... args) {
        instance.check("connection.send");
        EncodedEvent encoded = instance.views().encode(event, Arrays.asList(args));
        conn.transport().ifPresent(transport -> instance.output(new EventOutput(encoded, transport)));
    }

    @Override
    public void disconnect(String reason) {
        instance.check("connection.disconnect");
        instance.views().disconnect(conn, 1000, reason);
    }

    @Override
    public String toString() {
        return conn.toString();
    }
}
