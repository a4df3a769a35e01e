package rivet.runtime.actor;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

import rivet.protocol.value.CborValues;
import rivet.runtime.store.StoredConnection;
import rivet.spi.engine.HibernatingSocket;
import rivet.value.Undefined;

/**
 * What a connection has that stays while its actor sleeps (spec/core.md 5.5): its socket, how far its frames have been dealt with, and what is stored of it.
 * <p>
 * A frame is <em>open</em> from its arrival to the last turn of its handler, then <em>handled</em> until it is acknowledged, which it is when that turn is durable. What
 * comes again after the end of an instance is what has not been acknowledged; of that the handled ones are known by what is stored. The sets may be used by any thread,
 * the rest in turns only, or between two instances.
 */
final class Hibernation {

    /** What is stored of a connection beside its frames. */
    record Face(Object state, byte[] encoded, Set<String> subscriptions, long revision) {

        static Face of(Conn conn, long revision) {
            byte[] encoded = conn.state() == Undefined.UNDEFINED ? new byte[0] : CborValues.encodeExact(conn.state());
            return new Face(conn.state(), encoded, new LinkedHashSet<>(conn.subscriptions()), revision);
        }

        boolean sameState(Face other) {
            return Arrays.equals(encoded, other.encoded);
        }

        boolean same(Face other) {
            return sameState(other) && subscriptions.equals(other.subscriptions);
        }
    }

    private final HibernatingSocket socket;
    private final List<String> subprotocols;
    private final NavigableSet<Long> open = new ConcurrentSkipListSet<>();
    private final NavigableSet<Long> handled = new ConcurrentSkipListSet<>();
    private final NavigableSet<Long> storedBeyond = new ConcurrentSkipListSet<>();
    private final Set<Long> failedOnce = ConcurrentHashMap.newKeySet();
    private volatile long newest;
    private volatile Epoch epoch = new Epoch();

    private long newestHandled;
    private long storedUpTo;
    /** There is a row of it, or one is on its way. Written in turns, read when they are over. */
    private volatile boolean stored;
    private boolean listed;
    /** As the latest turn left it, and as the latest durable turn did. */
    private Optional<Face> latest = Optional.empty();
    private volatile Optional<Face> durable = Optional.empty();

    Hibernation(HibernatingSocket socket, List<String> subprotocols) {
        this.socket = socket;
        this.subprotocols = subprotocols;
    }

    HibernatingSocket socket() {
        return socket;
    }

    /** Makes what comes from now on belong to a listener of its own: what came before is stale. */
    Epoch begin() {
        end();
        epoch = new Epoch();
        return epoch;
    }

    /** What comes from now on, and what has not begun, is not dealt with here: it comes again. */
    void end() {
        epoch.over = true;
    }

    /** What one listener hears. */
    static final class Epoch {

        private volatile boolean over;

        boolean isOver() {
            return over;
        }
    }

    // ------------------------------------------------------------------ frames

    /** A frame has arrived. Returns false if it has been dealt with before: that was stored, but not acknowledged. */
    boolean arrived(long index) {
        newest = Math.max(newest, index);
        storedBeyond.headSet(index).clear(); // they come in order: what was left out was acknowledged
        if (index <= storedUpTo || storedBeyond.remove(index)) {
            return false;
        }
        open.add(index);
        return true;
    }

    /** The handler of a frame has come to its last turn. */
    void handled(long index) {
        newestHandled = Math.max(newestHandled, index);
        open.remove(index);
        handled.add(index);
    }

    void acknowledge(long index) {
        open.remove(index);
        handled.remove(index);
        failedOnce.remove(index);
        socket.acknowledge(index);
    }

    /** The work of a frame is lost with its instance; returns whether it is to be tried once more, when it comes again. */
    boolean mayTryAgain(long index) {
        return failedOnce.add(index);
    }

    /** Returns the newest frame that has been dealt with. */
    long newestHandled() {
        return Math.max(storedUpTo, newestHandled);
    }

    /** Returns the frame up to which all have been dealt with. */
    long upTo() {
        return Math.max(storedUpTo, open.isEmpty() ? newest : open.first() - 1);
    }

    /** Returns those above that have been. */
    Set<Long> beyond() {
        long upTo = upTo();
        Set<Long> beyond = new TreeSet<>(handled.tailSet(upTo, false));
        beyond.addAll(storedBeyond.tailSet(upTo, false));
        return beyond;
    }

    // ------------------------------------------------------------------ what is stored

    /** It was read from the database by a new generation. */
    void restored(Conn conn, StoredConnection row) {
        apply(conn, row);
    }

    private void apply(Conn conn, StoredConnection row) {
        stored = true;
        conn.setState(row.state());
        conn.subscriptions().clear();
        conn.subscriptions().addAll(row.subscriptions());
        latest = Optional.of(Face.of(conn, row.revision()));
        durable = latest;
        known(row);
    }

    private void known(StoredConnection row) {
        storedUpTo = row.handled();
        storedBeyond.clear();
        storedBeyond.addAll(row.handledBeyond());
        listed = !storedBeyond.isEmpty();
    }

    /**
     * Another instance follows one that failed: what was not durable did not happen. Returns false if it never joined then.
     *
     * @param row what is stored, if anything is: it may be newer than what is known to be durable, if the answer to a commit was lost
     */
    boolean restart(Conn conn, Optional<StoredConnection> row) {
        open.clear();
        handled.clear();
        newest = 0;
        if (row.isPresent() && (durable.isEmpty() || row.get().revision() > durable.get().revision())) {
            apply(conn, row.get());
        } else if (durable.isPresent()) {
            putBack(conn, durable.get());
            latest = durable;
            row.ifPresent(this::known);
        }
        stored = row.isPresent();
        return durable.isPresent();
    }

    private static void putBack(Conn conn, Face face) {
        conn.setState(face.state());
        conn.subscriptions().clear();
        conn.subscriptions().addAll(face.subscriptions());
    }

    /** The turn came to nothing: the connection is as the turn before left it. */
    void undo(Conn conn) {
        latest.ifPresent(face -> putBack(conn, face));
    }

    Optional<Face> latest() {
        return latest;
    }

    void setLatest(Face face) {
        latest = Optional.of(face);
    }

    /** A turn is durable. */
    void setDurable(Face face) {
        durable = Optional.of(face);
    }

    boolean isStored() {
        return stored;
    }

    void setStored(boolean now) {
        stored = now;
    }

    /** Returns whether what is stored says of frames beyond that they have been dealt with. */
    boolean isListed() {
        return listed;
    }

    void setListed(boolean now) {
        listed = now;
    }

    /** Returns the headers of the handshake as they are stored: with the subprotocols, which say how the client speaks. */
    Map<String, List<String>> headers(Conn conn) {
        Map<String, List<String>> headers = new LinkedHashMap<>(conn.request().headers());
        headers.put("sec-websocket-protocol", List.of(String.join(", ", subprotocols)));
        return headers;
    }
}
