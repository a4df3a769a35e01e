package rivet.runtime.actor;

import rivet.runtime.type.ActorOptions.HookLimits;

/** The hooks by which a connection joins, in their order (R-conn-1 to R-conn-5). */
final class Connecting {

    private Connecting() {}

    /**
     * Runs the hooks and lets the connection join.
     *
     * @throws Exception what a hook threw: the connection has not joined
     */
    static void connect(Instance running, ActorTask task, Conn conn) throws Exception {
        HookLimits limits = running.code().options().hooks();
        ConnectionView view = running.views().of(conn);
        try {
            Deadline.runIfThere(running, task, "onBeforeConnect", limits.onBeforeConnect(), () -> running.hooks().onBeforeConnect(view));
            if (conn.hibernation().isPresent() && conn.transport().filter(RawSocket.Transport.class::isInstance).isPresent()) {
                Deadline.runIfThere(running, task, "canHibernate", limits.onBeforeConnect(), () -> askWhetherItStays(running, conn));
            }
            Deadline.runIfThere(running, task, "createConnState", limits.createConnState(), () -> createState(running, conn, view));
        } catch (Exception e) {
            running.views().forget(conn);
            throw e;
        }
        running.cell().connections().join(conn);
        running.hibernating().touched(conn);
        try {
            Deadline.runIfThere(running, task, "onConnect", limits.onConnect(), () -> running.hooks().onConnect(view));
        } catch (Exception e) {
            running.cell().connections().takeBack(conn, running);
            throw e;
        }
        if (conn.transport().isPresent()) {
            running.meters().connected();
        }
    }

    private static void askWhetherItStays(Instance running, Conn conn) throws Exception {
        if (!running.hooks().canHibernate(conn.request())) {
            conn.endWithGeneration();
        }
    }

    private static void createState(Instance running, Conn conn, ConnectionView view) throws Exception {
        conn.setState(running.code().mapper().toPlain(running.hooks().createConnState(view)));
    }
}
