package rivet.runtime.wire;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import rivet.actor.ConnectionRequest;
import rivet.error.RivetException;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.ClientConnection;
import rivet.runtime.actor.Conn;
import rivet.runtime.actor.EncodedEvent;
import rivet.runtime.actor.HeldFrame;
import rivet.runtime.actor.RawSocket;
import rivet.runtime.store.StoredConnection;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketListener;

/** A WebSocket to the actor's own code: frames pass as they are, both ways (spec/wire.md 8, R-ws-2). */
final class RawActorSocket implements ClientConnection.Opening, RawSocket.Transport, Conn.Staying {

    /** What a test says instead of a client (R-hib-20). */
    private static final String PROBE = "{\"__rivetkitTestHibernatableAckStateV1\":true}";

    private final ClientSocket socket;
    private final ClientConnection connection;

    private final boolean probes;

    private RawActorSocket(ClientSocket socket, boolean probes, Function<RawActorSocket, ClientConnection> connecting) {
        this.socket = socket;
        this.probes = probes;
        connection = connecting.apply(this);
    }

    /**
     * Takes a socket.
     *
     * @throws NotAdmittedException if the actor takes no work; nothing has begun
     */
    static SocketListener open(Cell cell, ClientSocket socket, ConnectionRequest request, Object params) {
        RawActorSocket opened = new RawActorSocket(socket, false, self -> new ClientConnection(cell, request, params, self));
        opened.connection.open(opened);
        return opened.new Plain();
    }

    /**
     * Takes a socket that stays when the actor goes to sleep.
     *
     * @param probes whether tests may ask how far it is
     * @throws NotAdmittedException if the actor takes no work; nothing has begun
     */
    static SocketListener open(Cell cell, HibernatingSocket socket, ConnectionRequest request, Object params, List<String> subprotocols, boolean probes) {
        RawActorSocket opened = new RawActorSocket(socket, probes,
            self -> ClientConnection.hibernating(cell, request, params, self, socket, subprotocols));
        SocketListener listener = opened.listener();
        opened.connection.open(opened);
        return listener;
    }

    /** Takes a socket again that has stayed (R-hib-8). */
    static ClientConnection restore(Cell cell, HibernatingSocket socket, StoredConnection stored, List<String> subprotocols, boolean probes) {
        return new RawActorSocket(socket, probes, self -> ClientConnection.restored(cell, stored, self, socket, subprotocols)).connection;
    }

    @Override
    public SocketListener listener() {
        return new NumberedFrames(connection) {

            @Override
            void heard(String text, HeldFrame frame) {
                if (probes && text.equals(PROBE)) {
                    connection.probe(frame);
                } else {
                    connection.frame(text, Optional.of(frame));
                }
            }

            @Override
            void heard(byte[] content, HeldFrame frame) {
                connection.frame(content, Optional.of(frame));
            }
        };
    }

    /** Hears a client whose socket ends with the generation. */
    private final class Plain implements SocketListener {

        @Override
        public void text(String text) {
            connection.frame(text, Optional.empty());
        }

        @Override
        public void binary(ByteBuffer data) {
            connection.frame(NumberedFrames.bytes(data), Optional.empty());
        }

        @Override
        public void closed(int code, String reason) {
            connection.closed(code, reason);
        }
    }

    @Override
    public void opened() {
        // the actor greets if it wants to
    }

    @Override
    public void failed(RivetException error) {
        close(1011, error.group() + "." + error.code());
    }

    @Override
    public void event(EncodedEvent event) {
        // events are for connections that speak the client protocol: nobody can subscribe here
    }

    @Override
    public void close(int code, String reason) {
        socket.close(code, reason);
    }

    @Override
    public void sendText(String text) {
        socket.sendText(text);
    }

    @Override
    public void sendBinary(byte[] content) {
        socket.sendBinary(content);
    }
}
