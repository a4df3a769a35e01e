package rivet.actor;

/** Why an actor goes to sleep. */
public enum StopReason {

    /** It was idle, asked for it, or an operator did. */
    SLEEP,

    /** Its code is being replaced; it starts again at once on the other code. */
    UPGRADE,

    /** The process, or the part of it that the actor needs, is going down. */
    SHUTDOWN
}
