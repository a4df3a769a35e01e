package rivet.runtime.actor;

/** Where a generation stands. */
enum Phase {
    STARTING, RUNNING, MOVING, RESTARTING, STOPPING, STOPPED
}
