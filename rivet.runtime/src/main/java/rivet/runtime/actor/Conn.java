package rivet.runtime.actor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import rivet.actor.ConnectionRequest;
import rivet.runtime.store.StoredConnection;
import rivet.spi.engine.SocketListener;
import rivet.value.Undefined;

/**
 * A client attached to an actor. Belongs to the actor, not to an instance of its code: it outlives restarts in place, so what it holds are plain
 * values. But for the immutable fields it is used in turns only.
 */
public final class Conn {

    /** How a connection reaches its client. Nothing blocks. */
    public interface Transport {

        /** Sends an event. */
        void event(EncodedEvent event);

        /** Closes after what was sent before. */
        void close(int code, String reason);
    }

    /** A transport whose socket may stay when an instance or a generation ends. */
    public interface Staying extends Transport {

        /** Returns a new listener for what comes from now on; what older ones are told is not heard. */
        SocketListener listener();
    }

    private final String id;
    private final ConnectionRequest request;
    private final Object params;
    private final Optional<Transport> transport;
    private final Optional<Hibernation> hibernation;
    private final Set<String> subscriptions = new LinkedHashSet<>();
    private Object state = Undefined.UNDEFINED;
    private int closeCode = 1006;
    private String closeReason = "";
    /** Written in turns, read by who lets work in as well. */
    private volatile boolean visible;

    /**
     * Makes a connection.
     *
     * @param request what made it
     * @param params a plain value; null if the client gave none
     * @param transport absent for the connection of an HTTP call
     */
    Conn(String id, ConnectionRequest request, Object params, Optional<Transport> transport) {
        this(id, request, params, transport, Optional.empty());
    }

    /** @param hibernation present if it stays when the actor goes to sleep */
    Conn(String id, ConnectionRequest request, Object params, Optional<Transport> transport, Optional<Hibernation> hibernation) {
        this.id = id;
        this.request = request;
        this.params = params;
        this.transport = transport;
        this.hibernation = hibernation;
    }

    /** Makes a connection of what is stored of one whose client is gone. */
    static Conn gone(StoredConnection row) {
        GoneSocket socket = new GoneSocket(row.socket());
        Conn conn = new Conn(row.id(), new ConnectionRequest("GET", row.path(), row.headers()), row.params(), Optional.of(socket),
            Optional.of(new Hibernation(socket, List.of())));
        conn.hibernation.orElseThrow().restored(conn, row);
        return conn;
    }

    String id() {
        return id;
    }

    ConnectionRequest request() {
        return request;
    }

    Object params() {
        return params;
    }

    Optional<Transport> transport() {
        return transport;
    }

    Optional<Hibernation> hibernation() {
        return hibernation;
    }

    Set<String> subscriptions() {
        return subscriptions;
    }

    /** Returns the state as a plain value; undefined for none. */
    Object state() {
        return state;
    }

    void setState(Object plain) {
        state = plain;
    }

    /** Notes how it was closed; the first word counts. */
    void setClosed(int code, String reason) {
        if (closeCode == 1006) {
            closeCode = code;
            closeReason = reason;
        }
    }

    int closeCode() {
        return closeCode;
    }

    String closeReason() {
        return closeReason;
    }

    /** Returns whether the connection has joined and not left. */
    boolean visible() {
        return visible;
    }

    void setVisible(boolean now) {
        visible = now;
    }

    @Override
    public String toString() {
        return "connection " + id + " " + List.copyOf(subscriptions);
    }
}
