package rivet.engine.actor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import rivet.spi.engine.HibernatingSocket;

/** The WebSockets of one actor that outlive its generations. All of it under {@code this}; nobody is called under the lock but the sockets, which call nobody. */
public final class HeldSockets {

    private final Hibernation hibernation;
    private final String actorId;
    private final Set<HeldSocket> sockets = new LinkedHashSet<>(2);
    private boolean forgotten;
    private boolean retrying;

    HeldSockets(Hibernation hibernation, String actorId) {
        this.hibernation = hibernation;
        this.actorId = actorId;
    }

    String actorId() {
        return actorId;
    }

    /** A frame came for an actor that sleeps. */
    public void wanted() {
        hibernation.wake(actorId);
    }

    /** A client has gone; its actor is to hear of that (R-hib-17). What it said before it went comes first, so a socket that has such frames stays. */
    public void left(HeldSocket socket) {
        boolean asleep = socket.isDetached();
        if (!asleep || !socket.waits()) {
            remove(socket);
        }
        if (asleep) {
            hibernation.wakeSoon(actorId);
        }
    }

    /** Adds a socket; false if this was forgotten meanwhile. */
    synchronized boolean add(HeldSocket socket) {
        if (forgotten) {
            return false;
        }
        sockets.add(socket);
        return true;
    }

    /** Removes a socket. */
    public void remove(HeldSocket socket) {
        boolean last;
        synchronized (this) {
            sockets.remove(socket);
            last = sockets.isEmpty();
            forgotten |= last;
        }
        if (last) {
            hibernation.forget(this);
        }
    }

    /** Notes whether another attempt to wake the actor is on its way; returns whether that is news. */
    synchronized boolean retry(boolean now) {
        boolean news = retrying != now;
        retrying = now;
        return news;
    }

    synchronized List<HibernatingSocket> detached() {
        return sockets.stream().filter(HeldSocket::isDetached).map(HibernatingSocket.class::cast).toList();
    }

    synchronized List<HeldSocket> all() {
        return new ArrayList<>(sockets);
    }
}
