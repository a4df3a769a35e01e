package rivet.runtime.sql;

import java.util.Optional;

/**
 * State and connection states of a transaction that waits now and then: its code works on values of its own, and others on theirs. At first, and after {@link #enter}, it is the
 * transaction's values that are in use; after {@link #leave} those of everybody. Used by the thread that holds the turn.
 */
public interface StateOverlay {

    /** The transaction goes on. */
    void enter();

    /** Others go on. */
    void leave();

    /** Returns what others changed that the transaction works on, if so. After {@link #leave}. */
    Optional<String> conflict();

    /** Returns the state that the transaction leaves, encoded; empty if it did not change it. After {@link #leave}. */
    Optional<byte[]> state();

    /** What the transaction left is what everybody has. After {@link #leave}, when it was stored. */
    void install();
}
