package rivet.runtime.store;

/**
 * One instance of an actor: what storage, outputs and context belong to.
 *
 * @param generation the engine's number of this start
 * @param instance counts the instances within the generation, from 1: one more after each restart in place
 */
public record Incarnation(int generation, int instance) {

    /** Returns the incarnation that follows in the same generation. */
    public Incarnation next() {
        return new Incarnation(generation, instance + 1);
    }

    @Override
    public String toString() {
        return generation + "." + instance;
    }
}
