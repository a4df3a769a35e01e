package rivet.runtime.actor;

import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Task;
import rivet.runtime.turn.Turns;

/**
 * What is done where turns of an instance begin and end: at their start, at await points, and when their code returns. Used by the thread that holds the turn.
 */
final class TurnEdges implements Turns.Observer {

    private final Instance instance;
    private final Time time;
    private ClassLoader outer;

    TurnEdges(Instance instance) {
        this.instance = instance;
        time = instance.cell().platform().time();
    }

    @Override
    public void begin(Task task) {
        instance.scope().begin((ActorTask) task);
        ((ActorTask) task).turnBegins();
        Thread thread = Thread.currentThread();
        outer = thread.getContextClassLoader();
        instance.loader().ifPresent(thread::setContextClassLoader);
        instance.stats().turnBegan(time.nanos());
    }

    @Override
    public void end(Task ended) {
        ActorTask task = (ActorTask) ended;
        try {
            instance.settlement().settle();
        } catch (RuntimeException e) {
            undo(task, e);
        }
        task.turnEnded();
        Thread.currentThread().setContextClassLoader(outer);
        instance.cell().happenings().turned(task, instance.stats().turnEnded(time.nanos()));
        instance.cell().platform().changes().increment();
        instance.cell().watches().turnEnded(task);
        instance.settlement().awaitRoom();
    }

    /** The turn cannot be kept: what it changed is undone, and who waits for it hears so. */
    private void undo(ActorTask task, RuntimeException cause) {
        RivetException error = instance.errorFor(cause, task.what());
        task.turnFailure = error;
        task.turnUndone();
        instance.settlement().undo(error);
    }

    /**
     * Await point: ends the turn, and returns in another one when the stage is complete.
     *
     * @throws RivetException {@code actor.wrong_thread}, {@code actor.aborted}, {@code actor.invalid_operation} in a hook that cannot wait, and what a turn that
     *         could not be kept failed with
     */
    void await(String operation, CompletionStage<?> stage) {
        instance.check(operation);
        if (instance.stateChanges().telling()) {
            throw ErrorCode.ACTOR_INVALID_OPERATION.error("operation", operation, "reason", "a hook that hears of a change of the state cannot wait");
        }
        ActorTask task = instance.scope().task();
        instance.sql().transactions().leave(operation);
        try {
            instance.turns().await(task, stage);
        } finally {
            instance.sql().transactions().enter();
        }
        instance.checkAlive();
        if (task.turnFailure != null) {
            RivetException failure = task.turnFailure;
            task.turnFailure = null;
            throw failure;
        }
    }
}
