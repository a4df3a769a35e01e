package rivet.runtime.actor;

import rivet.runtime.store.StoredConnection;
import rivet.spi.engine.HibernatingSocket;

/** Makes what carries a connection whose socket has stayed while the actor slept. */
public interface Reconnecting {

    /** Makes the transport of a connection, and with it the connection: its id, its parameters and what opened it are those that are stored. */
    ClientConnection reconnect(Cell cell, StoredConnection stored, HibernatingSocket socket);

    /** Returns whether what opened a connection was meant for the actor's own code. */
    boolean isOfActor(String target);
}
