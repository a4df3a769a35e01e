package rivet.engine.actor;

import rivet.spi.engine.HibernatingSocket;

/** A WebSocket of the gateway, as the engine keeps it while its actor sleeps. From any thread; nothing blocks or calls back but {@link #resume}. */
public interface HeldSocket extends HibernatingSocket {

    /** It is about to be offered to a generation: who hears from now on what becomes of it. */
    void offered(HeldSockets keeper);

    /** The generation has ended: what comes is kept for the next. */
    void detach();

    /** Returns whether it has been left by a generation and not been resumed. */
    boolean isDetached();

    /** Returns whether it is detached and a frame waits for an actor. */
    boolean waits();

    /** Returns since when, in epoch milliseconds; of no meaning unless it waits. */
    long waitsSince();
}
