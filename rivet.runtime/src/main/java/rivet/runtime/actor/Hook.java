package rivet.runtime.actor;

/** A call of a hook of an actor. */
@FunctionalInterface
interface Hook {

    void run() throws Exception;
}
