package rivet.runtime.sql;

/** What state and connection states were when a transaction began. One of the methods is called, once. */
public interface StateMemory {

    /** The changes stay. */
    void keep();

    /**
     * Everything is as it was.
     *
     * @param state whether that goes for the state of the actor, too: not if the whole turn was undone
     */
    void undo(boolean state);

    /** Returns the bytes that the state would take to store, 0 if it is what is stored. */
    int stateBytes();
}
