package rivet.runtime.actor;

/**
 * A task that has called another actor, as those see it who were called because of it. It knows the task's actor only while that is at work, so that it keeps
 * nothing from being let go.
 */
final class CallLink {

    private final String who;
    private final boolean action;
    private volatile Cell cell; // null once the task has ended

    CallLink(Cell cell, ActorTask task) {
        this.cell = cell;
        who = cell.typeName() + " " + cell.specifier() + " " + task.what();
        action = task instanceof CallTask<?> call && call.isAction();
    }

    /** The task has ended. */
    void end() {
        cell = null;
    }

    /** Returns whether the task is one of that generation and has not ended. */
    boolean isOf(Cell other) {
        return cell == other;
    }

    /** Returns whether the task has not ended and its actor waits for that, to be moved. */
    boolean isOfMoving() {
        Cell of = cell;
        return of != null && of.life().isMoving();
    }

    /** Returns whether the task has not ended. */
    boolean lasts() {
        return cell != null;
    }

    /** Returns whether it is an action. */
    boolean isAction() {
        return action;
    }

    @Override
    public String toString() {
        return who;
    }
}
