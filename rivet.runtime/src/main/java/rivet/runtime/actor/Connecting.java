package rivet.runtime.actor;

import java.time.Duration;

import rivet.runtime.type.ActorOptions;

/** The hooks by which a connection joins, in their order (R-conn-1 to R-conn-5). */
final class Connecting {

    private Connecting() {}

    /**
     * Runs the hooks and lets the connection join.
     *
     * @throws Exception what a hook threw: the connection has not joined
     */
    static void connect(Instance running, ActorTask task, Conn conn) throws Exception {
        ActorOptions options = running.code().options();
        ConnectionView view = running.view(conn);
        try {
            hook(running, task, "onBeforeConnect", options.onBeforeConnectTimeout(), () -> running.hooks().onBeforeConnect(view));
            hook(running, task, "createConnState", options.createConnStateTimeout(), () -> createState(running, conn, view));
        } catch (Exception e) {
            running.forget(conn);
            throw e;
        }
        running.cell().connections().join(conn);
        try {
            hook(running, task, "onConnect", options.onConnectTimeout(), () -> running.hooks().onConnect(view));
        } catch (Exception e) {
            running.cell().connections().takeBack(conn, running);
            throw e;
        }
    }

    private static void createState(Instance running, Conn conn, ConnectionView view) throws Exception {
        conn.setState(running.code().mapper().toPlain(running.hooks().createConnState(view)));
    }

    private static void hook(Instance running, ActorTask task, String name, Duration limit, Hook hook) throws Exception {
        if (running.definition().overrides(name)) {
            try (Deadline _ = Deadline.of(running, task, name, limit)) {
                hook.run();
            }
        }
    }
}
