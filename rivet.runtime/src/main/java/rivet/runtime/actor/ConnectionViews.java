package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.value.Undefined;

/** The connections as one instance sees them. Used by the thread that holds the turn. */
final class ConnectionViews {

    private final Instance instance;
    private final Map<Conn, ConnectionView> views = new IdentityHashMap<>();
    private final Map<Conn, RawSocket> sockets = new IdentityHashMap<>();

    ConnectionViews(Instance instance) {
        this.instance = instance;
    }

    ConnectionView of(Conn conn) {
        return views.computeIfAbsent(conn, c -> new ConnectionView(instance, c));
    }

    /** A connection is no longer of interest to this instance. */
    void forget(Conn conn) {
        views.remove(conn);
        sockets.remove(conn);
    }

    /** Returns the WebSocket of a connection, if the actor's own code has it. */
    Optional<RawSocket> socket(Conn conn) {
        return Optional.ofNullable(sockets.get(conn));
    }

    /** Gives a WebSocket to the actor's own code. */
    void open(Conn conn, RawSocket.Transport transport, boolean again) throws Exception {
        RawSocket socket = new RawSocket(instance, conn, transport, again);
        sockets.put(conn, socket);
        socket.open();
    }

    EncodedEvent encode(String name, List<Object> args) {
        List<Object> plain = new ArrayList<>(args.size());
        for (Object arg : args) {
            plain.add(arg == null ? null : instance.code().mapper().toPlain(arg));
        }
        return new EncodedEvent(name, plain.isEmpty() ? List.of(Undefined.UNDEFINED) : plain);
    }

    void disconnect(Conn conn, int closeCode, String reason) {
        conn.setClosed(closeCode, reason);
        instance.output(new CloseOutput(conn, closeCode, reason));
        instance.cell().connections().leave(conn, instance);
    }

    /** Writes connection states back that the instance's code may have changed in place. In a turn, or after the last. */
    void keepStates() {
        views.values().forEach(ConnectionView::keepState);
    }
}
