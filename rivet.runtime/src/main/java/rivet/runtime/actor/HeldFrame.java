package rivet.runtime.actor;

import java.util.concurrent.atomic.AtomicBoolean;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Output;

/**
 * A frame of a connection that hibernates, on its way from its arrival to its acknowledgement (R-hib-10 to R-hib-13). Its handler calls {@link #handled} in its last
 * turn; what becomes of that turn decides whether the frame is dealt with or comes again. From any thread, but for {@code handled}.
 */
public final class HeldFrame implements Output {

    private final Conn conn;
    private final Hibernation hibernation;
    private final Hibernation.Epoch epoch;
    private final long index;
    /** It was acknowledged, or is left to the next instance: what a thread that was left behind says afterwards is of no consequence. */
    private final AtomicBoolean settled = new AtomicBoolean();

    HeldFrame(Conn conn, Hibernation hibernation, Hibernation.Epoch epoch, long index) {
        this.conn = conn;
        this.hibernation = hibernation;
        this.epoch = epoch;
        this.index = index;
    }

    /** Returns its number. */
    public long index() {
        return index;
    }

    /** Returns whether it is still to be dealt with here: it comes again otherwise. */
    boolean isCurrent() {
        return !epoch.isOver();
    }

    /** Its handler has come to its last turn: if anything of that is stored, so is that the frame has been dealt with. */
    void handled(Instance running) {
        if (isCurrent()) {
            hibernation.handled(index);
            running.hibernating().handled(conn);
        }
    }

    /** It is dealt with for good. */
    public void acknowledge() {
        if (settled.compareAndSet(false, true)) {
            hibernation.acknowledge(index);
        }
    }

    /**
     * Its work has come to nothing, or was cut off. Returns whether it comes again, so that nobody is to be told: once, if a commit failed. What
     * fails for other reasons would do so again, and has been told.
     */
    public boolean comesAgain(RivetException reason) {
        boolean again = reason.is(ErrorCode.ACTOR_STORAGE_FAILED) && epoch.isOver() && hibernation.mayTryAgain(index);
        if (again) {
            settled.set(true);
        }
        return again;
    }

    /** It was not begun. Returns whether it comes again: not if that was for lack of room. */
    public static boolean comesAgainUnbegun(RivetException reason) {
        return !reason.is(ErrorCode.ACTOR_OVERLOADED);
    }

    /** The last turn of its handler is durable. */
    @Override
    public void release() {
        acknowledge();
    }

    @Override
    public void fail(RivetException error) {
        if (!settled.get() && !comesAgain(error)) {
            acknowledge();
        }
    }
}
