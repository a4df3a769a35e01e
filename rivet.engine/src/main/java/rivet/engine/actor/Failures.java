package rivet.engine.actor;

import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * What went wrong with an actor lately, and how long to leave it alone: the pause doubles with each failure in a row. Belongs to the
 * transitions of the actor's cell.
 */
final class Failures {

    private static final int LONGEST_TEXT = 2_048;

    private final Limits limits;
    private int inARow;
    private long retryAt;
    private Optional<RivetException> answer = Optional.empty();
    /** Read without the lock too. */
    private volatile boolean typeMissing;
    /** Read without the lock too. */
    private volatile boolean failing;

    Failures(Limits limits) {
        this.limits = limits;
    }

    /**
     * A start failed. Returns the text to remember.
     *
     * @param noType whether there was nothing to start it with
     */
    String startFailed(String actorId, RivetException failure, boolean noType, long now) {
        inARow++;
        typeMissing = noType;
        failing = true;
        // kept for as long as the actor sleeps: the cause would keep the code that threw it, long after that was replaced
        answer = Optional.of(failure.exposed() ? failure.withCause(null) : ErrorCode.GUARD_ACTOR_WAKE_RETRIES_EXCEEDED.error("id", actorId, "reason",
            failure.group() + "." + failure.code()));
        retryAt = now + pause(inARow);
        return text(failure.group() + "." + failure.code() + ": " + failure.getMessage());
    }

    /**
     * A generation crashed. The first in a row is started again at once if anybody wants it. Returns the text to remember.
     *
     * @param lived how long it ran, milliseconds
     */
    String crashed(String actorId, String error, long lived, long now) {
        inARow = lived >= limits.stable().toMillis() ? 1 : inARow + 1;
        typeMissing = false;
        failing = true;
        answer = Optional.of(ErrorCode.GUARD_ACTOR_WAKE_RETRIES_EXCEEDED.error("id", actorId, "reason", "it crashed"));
        retryAt = inARow == 1 ? now : now + pause(inARow - 1);
        return text(error);
    }

    /** All is well again. */
    void forgive() {
        inARow = 0;
        retryAt = 0;
        answer = Optional.empty();
        typeMissing = false;
        failing = false;
    }

    /** What a start failed for is still so. */
    void putOff(long now) {
        retryAt = now + limits.lastPause().toMillis();
    }

    /** Returns when it may be started again, epoch milliseconds. */
    long retryAt() {
        return retryAt;
    }

    /** Returns what to tell those who come before it may be started again. */
    Optional<RivetException> answer(long now) {
        return now < retryAt ? answer : Optional.empty();
    }

    /** Returns whether all that is missing is the actor's type, so that its return ends the pause. */
    boolean typeMissing() {
        return typeMissing;
    }

    /** Returns whether it failed last, for whatever reason: other code of its type may do better. */
    boolean failing() {
        return failing;
    }

    private long pause(int failures) {
        long doubled = limits.firstPause().toMillis() << Math.min(failures - 1, 20);
        return Math.min(doubled, limits.lastPause().toMillis());
    }

    private static String text(String error) {
        return error.length() <= LONGEST_TEXT ? error : error.substring(0, LONGEST_TEXT);
    }
}
