package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** A client's wish to hear of an event, which the actor may refuse (R-evt-6). */
final class SubscribeTask extends ActorTask {

    private static final String HOOK = "canSubscribe";

    private final Conn conn;
    private final String event;
    private final boolean wanted;
    private final Optional<HeldFrame> frame;

    /** @param frame as which it came, if the connection hibernates */
    SubscribeTask(Conn conn, String event, boolean wanted, Optional<HeldFrame> frame) {
        super(wanted ? HOOK : "unsubscription", Optional.of(conn));
        this.conn = conn;
        this.event = event;
        this.wanted = wanted;
        this.frame = frame;
    }

    @Override
    protected boolean isLeftToNext() {
        return true;
    }

    @Override
    protected boolean outlivesInstance() {
        return frame.isEmpty();
    }

    @Override
    protected void body(Instance running) throws Exception {
        if (frame.isPresent() && !frame.get().isCurrent()) {
            return;
        }
        try {
            change(running);
        } finally {
            frame.ifPresent(held -> {
                held.handled(running);
                running.output(held);
            });
        }
    }

    private void change(Instance running) throws Exception {
        if (!wanted) {
            conn.subscriptions().remove(event);
            running.hibernating().touched(conn);
            return;
        }
        Deadline.runIfThere(running, this, HOOK, running.code().options().hooks().onBeforeConnect(), () -> ask(running));
        if (conn.visible()) {
            conn.subscriptions().add(event);
            running.hibernating().touched(conn);
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
        // the actor ends, and with it the connection or its instance: the client subscribes again when it comes back, or this comes again
    }
}
