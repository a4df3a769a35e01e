package rivet.engine.actor;

import java.time.Duration;
import java.util.Optional;

import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Hosting;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/** A WebSocket on its way. */
final class PendingSocket extends Pending<SocketListener> {

    private final SocketCall call;
    private final ClientSocket socket;
    private final Hibernation hibernation;

    PendingSocket(SocketCall call, ClientSocket socket, Hibernation hibernation) {
        this.call = call;
        this.socket = socket;
        this.hibernation = hibernation;
    }

    @Override
    Duration patience(Limits limits) {
        return limits.open();
    }

    @Override
    void carry(ActorCell cell, Hosting hosting, int generation) {
        // before anybody can hear of the generation's end, which would not find it otherwise
        held().ifPresent(held -> hibernation.offer(cell.id(), held));
        try {
            SocketListener listener = hosting.open(cell.id(), generation, call, socket);
            if (!listener.hibernates()) {
                withdraw(cell);
            }
            result().complete(listener);
        } catch (NotAdmittedException refusal) {
            withdraw(cell);
            cell.refused(this, generation, refusal.reason());
        } catch (RuntimeException | LinkageError e) {
            withdraw(cell);
            fail(Causes.named(e));
        }
    }

    private void withdraw(ActorCell cell) {
        held().ifPresent(held -> hibernation.withdraw(cell.id(), held));
    }

    private Optional<HeldSocket> held() {
        return socket instanceof HeldSocket held ? Optional.of(held) : Optional.empty();
    }
}
