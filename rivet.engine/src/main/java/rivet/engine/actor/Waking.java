package rivet.engine.actor;

import java.util.concurrent.TimeUnit;

import rivet.engine.actor.Life.Phase;

/**
 * Why a sleeping actor is to run: somebody waits, its alarm is due, it is to be restarted; the latter two only after the pause that
 * failures have earned it. Belongs to the transitions of the cell.
 */
final class Waking {

    private final ActorCell cell;
    private final Surroundings around;
    private final Transitions transitions;
    private final Life life;
    private final Failures failures;
    /** A pause is under way, at whose end somebody looks again. */
    private boolean paused;

    Waking(ActorCell cell, Surroundings around, Transitions transitions, Life life, Failures failures) {
        this.cell = cell;
        this.around = around;
        this.transitions = transitions;
        this.life = life;
        this.failures = failures;
    }

    boolean paused() {
        return paused;
    }

    /** Somebody looks: the time of an alarm may have come, or the end of a pause. */
    void look(boolean typeIsMissing) {
        if (life.is(Phase.RUNNING) && !life.condemned() && !life.closed) {
            cell.alarm().ringIfDue();
        } else if (life.is(Phase.SLEEPING) && typeIsMissing) {
            failures.putOff(around.now());
        }
    }

    /** Returns whether it is to be started now; sees to it that somebody looks again when a pause is over. */
    boolean wanted() {
        if (!cell.admission().isEmpty()) {
            return true;
        }
        long due = cell.alarm().dueAt();
        if (!life.wake && due == 0) {
            return false;
        }
        long at = life.wake ? failures.retryAt() : Math.max(due, failures.retryAt());
        long left = at - around.now();
        // an alarm that is not due is the alarm queue's, which looks when it is
        if (left > 0 && at > life.row.alarmTs()) {
            pause(left);
        }
        return left <= 0;
    }

    private void pause(long millis) {
        if (!paused) {
            paused = true;
            around.timer().schedule(() -> {
                transitions.change(() -> paused = false);
                cell.look();
            }, millis, TimeUnit.MILLISECONDS);
        }
    }
}
