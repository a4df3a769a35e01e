package rivet.runtime.wire;

import java.nio.ByteBuffer;

import rivet.actor.ConnectionRequest;
import rivet.error.RivetException;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.ClientConnection;
import rivet.runtime.actor.EncodedEvent;
import rivet.runtime.actor.RawSocket;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketListener;

/** A WebSocket to the actor's own code: frames pass as they are, both ways (spec/wire.md 8, R-ws-2). */
final class RawActorSocket implements SocketListener, ClientConnection.Opening, RawSocket.Transport {

    private final ClientSocket socket;
    private final ClientConnection connection;

    private RawActorSocket(Cell cell, ClientSocket socket, ConnectionRequest request, Object params) {
        this.socket = socket;
        connection = new ClientConnection(cell, request, params, this);
    }

    /**
     * Takes a socket.
     *
     * @throws NotAdmittedException if the actor takes no work; nothing has begun
     */
    static SocketListener open(Cell cell, ClientSocket socket, ConnectionRequest request, Object params) {
        RawActorSocket opened = new RawActorSocket(cell, socket, request, params);
        opened.connection.open(opened);
        return opened;
    }

    @Override
    public void text(String text) {
        connection.frame(text);
    }

    @Override
    public void binary(ByteBuffer data) {
        byte[] content = new byte[data.remaining()];
        data.get(content);
        connection.frame(content);
    }

    @Override
    public void closed(int code, String reason) {
        connection.closed(code, reason);
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
