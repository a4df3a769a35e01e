package rivet.runtime.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import rivet.actor.FireInfo;

/**
 * A call, or the run of a job, that has begun. Used by the thread that holds the turn.
 */
public final class Run {

    private final Scheduled begun;
    private final FireInfo info;
    private final long historyId;
    /** Whether the history has it: a turn that did not end it was kept. */
    private boolean recorded;

    /**
     * Makes a run.
     *
     * @param begun as it stands in the timetable from now on
     * @param due when it was due
     * @param historyId of its row in the history; 0 for none
     */
    Run(Scheduled begun, Instant due, Instant firedAt, long historyId) {
        this.begun = begun;
        this.historyId = historyId;
        info = new FireInfo(begun.kind(), begun.publicId(), begun.isJob() ? Optional.of(begun.publicId()) : Optional.empty(), due, firedAt, begun.attempt());
    }

    Scheduled begun() {
        return begun;
    }

    String id() {
        return begun.id();
    }

    /** Returns what the action learns about it. */
    public FireInfo info() {
        return info;
    }

    /** Returns the name of its action. */
    public String action() {
        return begun.action();
    }

    /** Returns its arguments as they were scheduled, plain values. */
    public List<Object> args() {
        return Args.decode(begun.args());
    }

    long historyId() {
        return historyId;
    }

    boolean recorded() {
        return recorded;
    }

    void record(boolean is) {
        recorded = is;
    }
}
