package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import rivet.error.RivetException;
import rivet.runtime.actor.Hibernation.Face;
import rivet.runtime.store.ConnectionRows;
import rivet.runtime.store.Output;
import rivet.spi.storage.Statement;

/**
 * Stores what an instance's hibernating connections are (R-conn-8, R-conn-14, R-evt-8, R-hib-10): a changed state with the turn that changed it; that a connection
 * joined or left, what it subscribed to and how far its frames have been dealt with together with the next turn that stores anything, or when the actor goes to sleep.
 * So whatever depends on a connection is stored together with it, and a turn that changes nothing else costs no commit: a crash that takes what was not stored takes
 * the socket as well.
 * <p>
 * Used by the thread that holds the turn.
 */
final class HibernationSaves {

    private final Instance instance;
    /** Connections of which something is not stored, and whether more than how far their frames are. */
    private final Map<Conn, Boolean> pending = new LinkedHashMap<>();
    private final Set<Conn> removed = new LinkedHashSet<>();
    /** Connections that the current turn may have changed. */
    private final Set<Conn> touched = new LinkedHashSet<>();
    private final List<Conn> written = new ArrayList<>();
    private final List<Conn> erased = new ArrayList<>();
    private final Map<Conn, Face> faces = new LinkedHashMap<>();
    private boolean wanted;

    HibernationSaves(Instance instance) {
        this.instance = instance;
    }

    /** The state or the subscriptions of a connection may have changed, or it has joined. */
    void touched(Conn conn) {
        if (conn.hibernation().isPresent()) {
            touched.add(conn);
        }
    }

    /** A connection stays from the instance before, which may have left things unstored: they are stored with the next turn that stores anything. */
    void takeOver(Conn conn) {
        pending.put(conn, true);
    }

    /** Code gets hold of the state of a connection, which it may change in place for as long as it runs. */
    void saw(Conn conn) {
        if (conn.hibernation().isPresent()) {
            instance.scope().task().saw(conn);
        }
    }

    /** A frame has been dealt with. */
    void handled(Conn conn) {
        if (conn.visible()) {
            pending.putIfAbsent(conn, false);
        }
    }

    /** A connection is over, and its last hook has run. */
    void left(Conn conn) {
        conn.hibernation().ifPresent(hibernation -> {
            pending.remove(conn);
            touched.remove(conn);
            if (hibernation.isStored()) {
                removed.add(conn);
            }
        });
    }

    /** Stores all of it with this turn. */
    void all() {
        wanted = true;
    }

    /**
     * The turn's changes are about to be handed over.
     *
     * @param changes whether anything else is stored with it
     * @return whether anything is
     */
    boolean turnEnds(ActorTask task, boolean changes) {
        if (!instance.alive()) {
            return changes; // connections are the next instance's
        }
        touched.addAll(task.sawConnections());
        if (touched.isEmpty() && pending.isEmpty() && removed.isEmpty()) {
            wanted = false;
            return changes;
        }
        boolean stateChanged = compare();
        wanted |= instance.saves().isPresent() && instance.saves().get().begun();
        if (!changes && !wanted && !(stateChanged && storesNow())) {
            return false;
        }
        wanted = false;
        pending.forEach(this::write);
        for (Conn conn : removed) {
            ConnectionRows.delete(conn.id()).forEach(instance.scope()::row);
            erased.add(conn);
        }
        return changes || instance.scope().hasChanges();
    }

    /** Returns whether a changed state is stored at once: with the throttle of durability {@code interval} it is asked for. */
    private boolean storesNow() {
        instance.saves().ifPresent(interval -> interval.requests().request());
        return instance.saves().isEmpty();
    }

    /** Looks what the turn changed; returns whether it was the state of a connection. */
    private boolean compare() {
        boolean stateChanged = false;
        for (Conn conn : touched) {
            Hibernation hibernation = conn.hibernation().orElseThrow();
            instance.views().of(conn).keepState();
            Face before = hibernation.latest().orElse(null);
            Face now = Face.of(conn, before == null ? 1 : before.revision() + 1);
            if (before == null || !now.same(before)) {
                stateChanged |= before != null && !now.sameState(before);
                faces.put(conn, now);
                pending.put(conn, true);
            }
        }
        touched.clear();
        return stateChanged;
    }

    private void write(Conn conn, boolean more) {
        Hibernation hibernation = conn.hibernation().orElseThrow();
        if (!conn.visible()) {
            return;
        }
        if (!hibernation.isStored()) {
            row(ConnectionRows.insert(conn.id(), hibernation.socket().id(), conn.params(), conn.request().target(), hibernation.headers(conn)));
        }
        Face face = Optional.ofNullable(faces.get(conn)).or(hibernation::latest).orElseThrow();
        if (more || !hibernation.isStored()) {
            row(ConnectionRows.state(conn.id(), face.encoded(), face.subscriptions(), hibernation.upTo()));
        } else {
            row(ConnectionRows.handled(conn.id(), hibernation.upTo()));
        }
        Set<Long> beyond = hibernation.beyond();
        if (more || !beyond.isEmpty() || hibernation.isListed()) {
            row(ConnectionRows.own(conn.id(), face.revision(), beyond));
            hibernation.setListed(!beyond.isEmpty());
        }
        written.add(conn);
    }

    private void row(Statement statement) {
        instance.scope().row(statement);
    }

    /** The turn's changes were handed over, or it had none. */
    void kept() {
        faces.forEach((conn, face) -> {
            conn.hibernation().orElseThrow().setLatest(face);
            instance.scope().saved(new Kept(conn.hibernation().orElseThrow(), face));
        });
        faces.clear();
        for (Conn conn : written) {
            conn.hibernation().orElseThrow().setStored();
            pending.remove(conn);
        }
        written.clear();
        removed.removeAll(erased);
        erased.clear();
    }

    /** The turn's changes came to nothing. */
    void undo() {
        touched.addAll(faces.keySet());
        for (Conn conn : instance.alive() ? touched : Set.<Conn>of()) {
            conn.hibernation().orElseThrow().undo(conn);
            instance.views().of(conn).putState(conn.state());
        }
        touched.clear();
        faces.clear();
        written.clear();
        erased.clear();
        wanted = false;
    }

    /** A connection as a turn left it, which counts once that turn is durable. */
    private record Kept(Hibernation hibernation, Face face) implements Output {

        @Override
        public void release() {
            hibernation.setDurable(face);
        }

        @Override
        public void fail(RivetException error) {
            // it was never so
        }
    }
}
