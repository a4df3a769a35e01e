package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.runtime.store.StoredConnection;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.SocketId;

/**
 * How the clients of an actor that slept, or whose instance failed, are its clients again (R-hib-3 to R-hib-8). In the turn of a start, before any hook, connections
 * are made of what is stored and of the sockets that have stayed; when the instance is ready, the sockets go on. Connections whose sockets are gone have their
 * disconnect hook then.
 */
final class Restoring {

    private static final Logger log = LoggerFactory.getLogger(Restoring.class);

    private final Cell cell;
    private final Reconnecting reconnecting;
    private final Map<SocketId, HibernatingSocket> stayed = new HashMap<>();

    /** @param sockets those that have stayed since the generation before */
    Restoring(Cell cell, List<HibernatingSocket> sockets, Reconnecting reconnecting) {
        this.cell = cell;
        this.reconnecting = reconnecting;
        sockets.forEach(socket -> stayed.put(socket.id(), socket));
    }

    /** Makes the connections. In the turn of the start; returns those whose clients are gone. */
    List<Conn> restore(List<StoredConnection> rows, Instance running) {
        Map<String, StoredConnection> stored = new HashMap<>();
        rows.forEach(row -> stored.put(row.id(), row));
        for (Conn conn : hibernating()) {
            Optional<StoredConnection> row = Optional.ofNullable(stored.remove(conn.id()));
            if (conn.hibernation().orElseThrow().restart(conn, row)) {
                running.hibernating().takeOver(conn);
            } else {
                cell.connections().drop(conn); // what it joined with came to nothing, as its client is being told
            }
        }
        List<Conn> gone = new ArrayList<>();
        stored.values().forEach(row -> restore(row).ifPresent(gone::add));
        return gone;
    }

    /** Returns what gives the next code the WebSockets that end with the generation. */
    List<ActorTask> reopenings() {
        return cell.connections().socketsOfCode().stream().<ActorTask> map(conn -> new ReopenTask(conn, (RawSocket.Transport) conn.transport().orElseThrow())).toList();
    }

    private List<Conn> hibernating() {
        return cell.connections().visible().stream().filter(conn -> conn.hibernation().isPresent()).toList();
    }

    private Optional<Conn> restore(StoredConnection row) {
        HibernatingSocket socket = stayed.remove(row.socket());
        if (socket == null) {
            return Optional.of(Conn.gone(row));
        }
        Conn conn = reconnecting.reconnect(cell, row, socket).conn();
        conn.hibernation().orElseThrow().restored(conn, row);
        cell.connections().join(conn);
        return Optional.empty();
    }

    /** A client is gone, as the actor is told now. */
    void left(Conn conn, Instance running) {
        cell.connections().left(conn, reconnecting.isOfActor(conn.request().target()), running);
    }

    /** The instance is ready: the actor's own code gets its sockets again, then they go on. */
    void resume(Instance next) {
        for (Conn conn : hibernating()) {
            Conn.Transport transport = conn.transport().orElseThrow();
            if (transport instanceof RawSocket.Transport raw) {
                next.submitUnlimited(new ReopenTask(conn, raw));
            }
            conn.hibernation().orElseThrow().socket().resume(((Conn.Staying) transport).listener());
        }
        if (!stayed.isEmpty()) {
            log.info("actor {}: {} WebSockets stayed of which nothing is stored", cell.specifier(), stayed.size());
            stayed.clear();
        }
    }

    /** The instance has ended: what comes now, or has not begun, is for the next. */
    void instanceEnded() {
        hibernating().forEach(conn -> conn.hibernation().orElseThrow().end());
    }
}
