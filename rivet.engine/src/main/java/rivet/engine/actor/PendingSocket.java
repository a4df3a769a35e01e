package rivet.engine.actor;

import java.time.Duration;

import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Hosting;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/** A WebSocket on its way. */
final class PendingSocket extends Pending<SocketListener> {

    private final SocketCall call;
    private final ClientSocket socket;

    PendingSocket(SocketCall call, ClientSocket socket) {
        this.call = call;
        this.socket = socket;
    }

    @Override
    Duration patience(Limits limits) {
        return limits.open();
    }

    @Override
    void carry(ActorCell cell, Hosting hosting, int generation) {
        try {
            result().complete(hosting.open(cell.id(), generation, call, socket));
        } catch (NotAdmittedException refusal) {
            cell.refused(this, generation, refusal.reason());
        } catch (RuntimeException | LinkageError e) {
            fail(Causes.named(e));
        }
    }
}
