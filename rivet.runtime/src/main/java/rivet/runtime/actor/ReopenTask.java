package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.RivetException;

/** Gives a WebSocket that has stayed to the code of an instance that has not seen it (R-hib-8). */
final class ReopenTask extends ActorTask {

    private final Conn conn;
    private final RawSocket.Transport transport;

    ReopenTask(Conn conn, RawSocket.Transport transport) {
        super("onWebSocket", Optional.of(conn));
        this.conn = conn;
        this.transport = transport;
    }

    @Override
    protected boolean outlivesInstance() {
        return false;
    }

    @Override
    protected void body(Instance running) throws Exception {
        if (conn.visible() || transport instanceof GoneSocket) {
            running.views().open(conn, transport, true);
        }
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        RivetException error = running.errorFor(thrown, what());
        running.views().disconnect(conn, 1011, error.group() + "." + error.code());
    }

    @Override
    protected void refused(RivetException reason) {
        // the next instance does it
    }
}
