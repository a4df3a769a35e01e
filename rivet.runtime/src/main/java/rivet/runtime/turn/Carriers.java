package rivet.runtime.turn;

/** The threads that virtual threads run on. */
public interface Carriers {

    /**
     * Makes up for virtual threads that compute without end, each of which keeps its carrier from all others.
     *
     * @param count how many there are now
     */
    void makeUpFor(int count);
}
