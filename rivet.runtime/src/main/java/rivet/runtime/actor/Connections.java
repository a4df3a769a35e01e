package rivet.runtime.actor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;

/**
 * The connections of an actor that have joined, by id (R-conn-7). Changed in turns only; counted from anywhere. They belong to the actor, not to an instance of its
 * code.
 */
final class Connections {

    private static final String ON_DISCONNECT = "onDisconnect";

    private final Map<String, Conn> joined = new ConcurrentSkipListMap<>();

    List<Conn> visible() {
        return List.copyOf(joined.values());
    }

    int size() {
        return joined.size();
    }

    /** Lets a connection join: from now on it is seen (R-conn-3). */
    void join(Conn conn) {
        conn.setVisible(true);
        joined.put(conn.id(), conn);
    }

    /** Takes back a connection that joined, but whose connect hook failed: no disconnect hook runs for it (R-conn-5). */
    void takeBack(Conn conn, Instance instance) {
        conn.setVisible(false);
        joined.remove(conn.id());
        instance.views().forget(conn);
    }

    /** Lets a connection leave, if it has not left already; its disconnect hook runs in a turn of its own (R-conn-9). */
    void leave(Conn conn, Instance instance) {
        if (!conn.visible()) {
            return;
        }
        conn.setVisible(false);
        joined.remove(conn.id());
        conn.subscriptions().clear();
        if (instance.definition().overrides(ON_DISCONNECT) || instance.views().socket(conn).isPresent()) {
            instance.submitUnlimited(new DisconnectTask(conn));
        } else {
            instance.views().forget(conn);
        }
    }

    /** Closes all that are left, without their disconnect hooks: no turn will run any more. */
    void closeAll(int code, String reason) {
        for (Conn conn : joined.values()) {
            joined.remove(conn.id());
            conn.transport().ifPresent(transport -> transport.close(code, reason));
        }
    }

    /** Sends an event to those who subscribed to it. */
    void broadcast(Instance instance, String name, List<Object> args) {
        EncodedEvent event = null;
        for (Conn conn : joined.values()) {
            Optional<Conn.Transport> transport = conn.transport();
            if (transport.isPresent() && conn.subscriptions().contains(name)) {
                event = event == null ? instance.views().encode(name, args) : event;
                instance.output(new EventOutput(event, transport.get()));
            }
        }
    }

    /** Closes the WebSockets that code of an instance had which has ended: the next one does not know them. */
    void closeSockets(int code, String reason) {
        for (Conn conn : joined.values()) {
            conn.transport().filter(RawSocket.Transport.class::isInstance).ifPresent(transport -> transport.close(code, reason));
        }
    }

    /** Tells the code of the actor that a connection has gone (R-ws-7). */
    static final class DisconnectTask extends ActorTask {

        private final Conn conn;

        DisconnectTask(Conn conn) {
            super(ON_DISCONNECT, Optional.of(conn));
            this.conn = conn;
        }

        @Override
        protected TaskKind kind() {
            return TaskKind.DISCONNECT_CALLBACK;
        }

        @Override
        protected void body(Instance running) throws Exception {
            try {
                running.views().socket(conn).ifPresent(socket -> closed(running, socket));
                Deadline.runIfThere(running, this, what(), running.code().options().hooks().onConnect(), () -> running.hooks().onDisconnect(running.views().of(conn)));
            } finally {
                running.views().forget(conn);
            }
        }

        private static void closed(Instance running, RawSocket socket) {
            try {
                socket.closed();
            } catch (Exception e) {
                Failures.log(e, running.cell().specifier(), "onClose");
            }
        }

        @Override
        protected void failed(Instance running, Throwable thrown) {
            Failures.log(thrown, running.cell().specifier(), what());
        }

        @Override
        protected void refused(RivetException reason) {
            // the instance has ended; the next one never knew the connection
        }
    }
}
