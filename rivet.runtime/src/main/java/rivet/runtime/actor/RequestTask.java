package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;

/** An action over HTTP: a connection that lasts for the call, with all its hooks (spec/wire.md 7, R-conn-16). */
final class RequestTask extends ActionTask {

    private final Conn conn;

    RequestTask(String action, List<Object> arguments, Conn conn, ActionReply reply) {
        super(action, arguments, Optional.of(conn), reply);
        this.conn = conn;
    }

    @Override
    void perform(Instance running) throws Exception {
        Connecting.connect(running, this, conn);
        try {
            succeeded(running, call(running));
        } finally {
            running.cell().connections().leave(conn, running);
        }
    }
}
