package rivet.actor;

/** How actions of one actor run beside each other. Never do two threads run code of one actor at the same time. */
public enum Concurrency {

    /** Where an action waits at an await point, others go on. */
    INTERLEAVED,

    /**
     * The next action starts when the last one has ended, await points or not. A call that would come back to an actor which waits for it fails with
     * {@code actor.call_cycle}. Two such actors that call each other at the same time, each for a caller of its own, are in no chain of calls together: they wait for each
     * other until {@link ActorType#actionTimeout} ends one of them with {@code actor.action_timed_out}. Where that can be, let one of them not wait
     * ({@code callLater}, a queue), or use {@link #INTERLEAVED}.
     */
    SERIAL
}
