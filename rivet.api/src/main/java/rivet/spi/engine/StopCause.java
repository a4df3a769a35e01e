package rivet.spi.engine;

/** Why an engine stops a generation (spec/core.md R-life-33). */
public enum StopCause {

    /** The actor was idle or asked to sleep, or an operator did. */
    SLEEP_INTENT(false),
    /** The actor asked to be destroyed. */
    STOP_INTENT(true),
    /** Somebody else asked for its destruction. */
    DESTROY(true),
    /** The process or the engine goes down, or the actor moves. */
    GOING_AWAY(false),
    /** The engine believes the generation lost: it must not write any more. */
    LOST(false);

    private final boolean destroys;

    StopCause(boolean destroys) {
        this.destroys = destroys;
    }

    /** Returns whether the actor ends for good. */
    public boolean destroys() {
        return destroys;
    }
}
