package rivet.sqlite.connection;

import java.sql.SQLException;

import org.sqlite.core.DB;

/**
 * Stops a statement that another thread runs.
 * <p>
 * Invariant: SQLite is interrupted only while the operation meant is the running one. Both sides hold the monitor: the running thread
 * when it says what it runs, the other while it compares and interrupts. So an interrupt that comes late never hits the next operation.
 * An interrupt that comes between two statements is lost in SQLite; who wants an operation stopped therefore repeats until it is over.
 */
public final class Interrupts {

    private final DB database;

    // guarded by this
    private Object running;
    private Object statement;
    private int ticks;

    Interrupts(DB database) {
        this.database = database;
    }

    /** The calling thread runs an operation from now on. */
    void enter(Object operation) {
        enter(operation, null);
    }

    /**
     * The calling thread runs an operation from now on.
     *
     * @param part the one statement of it that can be stopped by itself; null if it is none
     */
    synchronized void enter(Object operation, Object part) {
        running = operation;
        statement = part;
        ticks = 0;
    }

    /** The operation can no longer be interrupted. */
    synchronized void leave() {
        running = null;
        statement = null;
    }

    /** Interrupts this operation if it is running. */
    public synchronized void interrupt(Object operation) {
        if (running != null && (running == operation || statement == operation)) {
            interrupt();
        }
    }

    /** Interrupts whatever operation is running. */
    public synchronized void interruptAny() {
        if (running != null) {
            interrupt();
        }
    }

    /** Counts a tick of the watch, and interrupts an operation that has seen that many. */
    public synchronized void tick(int limit) {
        if (running != null && ++ticks >= limit) {
            interrupt();
        }
    }

    private void interrupt() {
        try {
            database.interrupt();
        } catch (SQLException e) {
            throw new IllegalStateException("declared by sqlite-jdbc, never thrown by its native database", e);
        }
    }
}
