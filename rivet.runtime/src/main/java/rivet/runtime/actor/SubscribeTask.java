package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** A client's wish to hear of an event, which the actor may refuse (R-evt-6). */
final class SubscribeTask extends ActorTask {

    private static final String HOOK = "canSubscribe";

    private final Conn conn;
    private final String event;

    SubscribeTask(Conn conn, String event) {
        super(HOOK, Optional.of(conn));
        this.conn = conn;
        this.event = event;
    }

    @Override
    protected void body(Instance running) throws Exception {
        Deadline.runIfThere(running, this, HOOK, running.code().options().hooks().onBeforeConnect(), () -> ask(running));
        if (conn.visible()) {
            conn.subscriptions().add(event);
        }
    }

    private void ask(Instance running) throws Exception {
        if (conn.visible() && !running.hooks().canSubscribe(running.views().of(conn), event)) {
            throw ErrorCode.AUTH_FORBIDDEN.error();
        }
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        RivetException error = running.errorFor(thrown, what());
        running.views().disconnect(conn, 1011, error.group() + "." + error.code());
    }

    @Override
    protected void refused(RivetException reason) {
        // the actor ends, and with it the connection or its instance: the client subscribes again when it comes back
    }
}
