package rivet.actor;

/** What an answer of an actor promises about the changes behind it. */
public enum Durability {

    /** Whatever a turn changed is committed before its reply, its events and its calls leave the process. */
    TURN,

    /** State is saved within {@link ActorType#stateSaveInterval()}; answers do not wait for it. */
    INTERVAL
}
