package rivet.actor;

/** How actions of one actor run beside each other. Never do two threads run code of one actor at the same time. */
public enum Concurrency {

    /** Where an action waits at an await point, others go on. */
    INTERLEAVED,

    /** The next action starts when the last one has ended, await points or not. */
    SERIAL
}
