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
        instance.hibernating().left(conn);
        instance.views().forget(conn);
    }

    /** Forgets a connection that never joined: what it joined with came to nothing. */
    void drop(Conn conn) {
        conn.setVisible(false);
        joined.remove(conn.id());
    }

    /** Returns whether a client is there for whose sake the actor does not go to sleep (R-sleep-3). */
    boolean keepAwake() {
        return joined.values().stream().anyMatch(conn -> conn.hibernation().isEmpty());
    }

    /**
     * A connection whose client is gone since an earlier generation has its disconnect hook now (R-hib-5, R-hib-17); the actor's own code
     * gets its socket before, to hear of the end of it. In a turn.
     *
     * @param ofActor whether it is a socket to the actor's own code
     */
    void left(Conn conn, boolean ofActor, Instance instance) {
        conn.subscriptions().clear();
        if (ofActor && instance.definition().overrides("onWebSocket")) {
            instance.submitUnlimited(new ReopenTask(conn, (RawSocket.Transport) conn.transport().orElseThrow()));
        }
        instance.submitUnlimited(new DisconnectTask(conn));
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
            instance.hibernating().left(conn);
            instance.views().forget(conn);
        }
    }

    /**
     * Closes all that are left, without their disconnect hooks: no turn will run any more.
     *
     * @param stay whether those stay that hibernate; one of which nothing is stored cannot: no later generation would know it
     */
    void closeAll(int code, String reason, boolean stay) {
        for (Conn conn : joined.values()) {
            joined.remove(conn.id());
            conn.transport().filter(any -> !stay || conn.hibernation().filter(Hibernation::isStored).isEmpty()).ifPresent(transport -> transport.close(code, reason));
        }
    }

    /** Sends an event to those who subscribed to it. */
    void broadcast(Instance instance, String name, List<Object> args) {
        EncodedEvent event = null;
        int receivers = 0;
        for (Conn conn : joined.values()) {
            Optional<Conn.Transport> transport = conn.transport();
            if (transport.isPresent() && conn.subscriptions().contains(name)) {
                event = event == null ? instance.views().encode(name, args) : event;
                instance.output(new EventOutput(event, transport.get()));
                receivers++;
            }
        }
        instance.cell().happenings().broadcast(name, receivers);
    }

    /** Returns those whose WebSockets end with the generation, but not with an instance that hands over to the next: that gets them again. */
    List<Conn> socketsOfCode() {
        return joined.values().stream().filter(conn -> conn.hibernation().isEmpty() && conn.transport().filter(RawSocket.Transport.class::isInstance).isPresent()).toList();
    }

    /** Closes the WebSockets that code of an instance had which has ended: the next one does not know them. */
    void closeSockets(int code, String reason) {
        socketsOfCode().forEach(conn -> conn.transport().orElseThrow().close(code, reason));
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
                running.hibernating().left(conn);
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

        /** One that is stored the next instance finds. */
        @Override
        protected boolean outlivesInstance() {
            return conn.hibernation().filter(Hibernation::isStored).isEmpty();
        }

        @Override
        protected void refused(RivetException reason) {
            // the instance has ended; the next one never knew the connection, or finds that its client is gone
        }
    }
}
