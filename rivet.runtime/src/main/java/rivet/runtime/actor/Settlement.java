package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import rivet.actor.Durability;
import rivet.error.RivetException;
import rivet.runtime.store.CommitFailure;
import rivet.runtime.store.Commits;
import rivet.runtime.store.LooseWrites;
import rivet.runtime.store.OutputGate;
import rivet.runtime.store.Position;
import rivet.runtime.turn.Parking;
import rivet.spi.storage.Database;

/**
 * How what the turns of an instance change comes to be stored: gathers it from all who have a part in it, hands it to the commit queue, and lets outputs out behind it.
 * Used by the thread that holds the turn, but where a method says otherwise.
 */
final class Settlement {

    private final Instance instance;
    private final OutputGate gate;
    private final Commits commits;
    private final TurnScope scope;
    private final Optional<IntervalSaves> saves;
    private long startTurn;

    /**
     * Makes a queue of commits.
     *
     * @param loaded where the fence was when the instance was loaded
     * @param onFailure hears that a commit has failed
     */
    Settlement(Instance instance, Database database, Position loaded, Consumer<CommitFailure> onFailure) {
        this.instance = instance;
        Platform platform = instance.cell().platform();
        gate = new OutputGate(platform.limits().heldOutputs());
        commits = new Commits(database, instance.incarnation(), loaded, gate, onFailure);
        scope = new TurnScope(commits);
        saves = instance.durability() == Durability.TURN ? Optional.empty()
            : Optional.of(new IntervalSaves(instance, new LooseWrites(database, commits), platform.time(), instance.code().options().stateSaveInterval()));
    }

    Commits commits() {
        return commits;
    }

    TurnScope scope() {
        return scope;
    }

    /** Returns what saves the state now and then; empty with durability {@code turn}, where every turn is saved. */
    Optional<IntervalSaves> saves() {
        return saves;
    }

    /** Hands over what the current turn changed so far: at its end, or as if it ended here. */
    void settle() {
        ActorTask task = scope.task();
        scope.requireWhole();
        boolean hasState = instance.state() != null;
        if (hasState && instance.alive()) {
            instance.stateChanges().turnEnded(task.sawState);
        }
        instance.wakes().turnEnds(); // may fail: before the state counts as taken
        // once the instance has ended it is only asked to know what is lost
        Optional<byte[]> changed = !hasState || !instance.alive() && saves.isPresent() ? Optional.empty() : stateToSave(task);
        boolean changes = instance.hibernating().turnEnds(task, changed.isPresent() || scope.hasChanges());
        if (changes) {
            task.handsOver();
        }
        long turn = scope.settle(changed);
        instance.wakes().kept();
        instance.queue().kept();
        instance.hibernating().kept();
        if (changes) {
            task.changedIn(turn);
            task.handedOver();
        }
        gate.add(outputsWaitFor(task, turn), scope.takeOutputs());
        gate.add(turn, scope.takeSaved());
    }

    private Optional<byte[]> stateToSave(ActorTask task) {
        return saves.isPresent() ? saves.get().turnEnded(task.sawState) : instance.state().changes(task.sawState, false);
    }

    /** With durability interval outputs wait for nothing but the creation of the actor (R-start-21). */
    private long outputsWaitFor(ActorTask task, long turn) {
        if (saves.isEmpty()) {
            return turn;
        }
        startTurn = task instanceof StartTask ? turn : startTurn;
        return startTurn;
    }

    /** Undoes what the current turn did so far. */
    void undo(RivetException error) {
        scope.undo();
        if (instance.state() != null) {
            instance.state().undo();
            instance.stateChanges().begin();
        }
        instance.wakes().undo();
        instance.queue().undo();
        instance.hibernating().undo();
        scope.takeOutputs().forEach(output -> output.fail(error));
        scope.takeSaved().forEach(output -> output.fail(error));
    }

    /** Waits while too many outputs are held: after a turn, which is not handed on so long. */
    void awaitRoom() {
        if (commits.isHeld()) {
            return; // nothing commits before the transaction that is open, whose code needs the turn to end it; its time is limited
        }
        gate.room().ifPresent(Parking::untilDone); // each commit is bounded, and its end makes room
    }

    /** Saves the state as this turn leaves it; for who waits for that at an await point. */
    CompletionStage<Void> saveNow() {
        return saves.isPresent() ? saves.get().now() : scope.saved();
    }

    /**
     * Saves what is not saved yet. Not in a turn; after the last one, when nothing of the instance runs any more. Completes when that was tried, within
     * the time in any case (R-state-60, R-state-62).
     */
    CompletionStage<Void> flush(Duration limit) {
        // a turn that does not end leaves no turn to save in
        return saves.isEmpty() || instance.state() == null || instance.turns().begun() > 0 ? CompletableFuture.completedStage(null)
            : instance.cell().platform().orAfter(saves.get().flush(), limit);
    }

    /** Outputs that still wait for a commit fail. From any thread. */
    void failOutputs(RivetException error) {
        gate.fail(error);
    }

    /** Returns whether a turn is known to be durable. From any thread. */
    boolean isDurable(long turn) {
        return gate.isDurable(turn);
    }

    /** Returns a stage that completes when no commit is in flight. From any thread. */
    CompletionStage<Void> committed() {
        return commits.idle();
    }
}
