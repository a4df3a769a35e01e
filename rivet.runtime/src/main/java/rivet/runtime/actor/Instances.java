package rivet.runtime.actor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Incarnation;
import rivet.runtime.type.FactoryGeneration;

/**
 * The instances of a generation, one after the other: the first, and another one whenever one cannot go on, for as long as the generation is not stopped.
 */
final class Instances {

    private static final Logger log = LoggerFactory.getLogger(Instances.class);

    private final Cell cell;
    private final Life life;
    private final Launching launcher;
    private final Placement placement;
    private final RestartPauses pauses;
    private volatile Optional<Moving> moving = Optional.empty();

    Instances(Cell cell, Launching launcher, RestartPauses pauses) {
        this.cell = cell;
        this.launcher = launcher;
        this.pauses = pauses;
        life = cell.life();
        placement = new Placement(cell, launcher);
    }

    /** Starts the first. Fails when it cannot be started: nothing is left of the generation then. */
    CompletionStage<Void> begin() {
        placement.launch(new Incarnation(cell.start().generation(), 1))
            .thenAccept(first -> running(first, List.of()))
            .whenComplete((ready, error) -> {
                if (error == null) {
                    life.started().complete(null);
                } else {
                    startFailed(Failures.of(error));
                }
            });
        return life.started();
    }

    private void startFailed(RivetException error) {
        life.over();
        launcher.closeDatabase().whenComplete((closed, ignored) -> {
            life.started().completeExceptionally(error);
            life.stopped().complete(null);
        });
    }

    private void running(Instance next, List<ActorTask> first) {
        cell.happenings().started(next);
        life.running(next, first).forEach(Runnable::run);
        cell.restoring().resume(next);
        cell.idle().begin();
        if (!next.alive()) {
            failed(next, next.endReason()); // its first commit failed before it was known here
        }
    }

    /**
     * An instance cannot go on: its memory is not to be trusted any more, or a turn of it is beyond help. Another one starts from what is durable; work that has not
     * begun goes on there.
     */
    void failed(Instance failed, RivetException reason) {
        restart(failed, reason, cell.platform().limits().abandonAfter());
    }

    /** A turn of an instance ignores its interruption, and nothing else can run while it does. */
    void abandon(Instance stuckOne) {
        restart(stuckOne, ErrorCode.ACTOR_STOPPED.error("committed", "no").withActor(cell.specifier()), Duration.ZERO);
    }

    private void restart(Instance failed, RivetException reason, Duration patience) {
        CompletableFuture<Void> restarted = new CompletableFuture<>();
        Life.Failed end = life.failed(failed, reason, restarted);
        cell.restoring().instanceEnded();
        RivetException why = end.last() ? stops() : reason;
        end.unbegun().forEach(task -> task.refused(why));
        if (end.last()) {
            return; // the stop goes on without its changes
        }
        failed.meters().stopped();
        cell.connections().closeSockets(1011, ErrorCode.ACTOR_RESTARTING.reason());
        cell.platform().orAfter(failed.turns().quiet(), patience)
            .thenCompose(quiet -> launcher.closeDatabase())
            .thenCompose(closed -> {
                failed.cutOff();
                failed.dispose();
                cell.intents().instanceEnded();
                return pauses.over();
            })
            .thenCompose(over -> placement.launch(failed.incarnation().next()))
            .thenAccept(next -> running(next, List.of()))
            .whenComplete((done, error) -> {
                if (error != null && !launcher.isLost()) {
                    crashed(Failures.of(error));
                }
                restarted.complete(null);
            });
    }

    /**
     * Moves the actor to the code that a start takes now, which may turn out to be the same: its instance comes to its end, and another one goes on with what is stored,
     * with the connections, and with the work that was held meanwhile.
     *
     * @return the code that runs the actor then; fails with {@code actor.stopping} if none does, or nothing ran that could be moved
     */
    CompletionStage<FactoryGeneration> move() {
        CompletableFuture<Void> moved = new CompletableFuture<>();
        Optional<Life.Leaving> leaving = life.move(moved);
        if (leaving.isEmpty()) {
            return CompletableFuture.failedStage(ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier()));
        }
        leaving.get().left().forEach(task -> task.refused(ErrorCode.ACTOR_RESTARTING.error().withActor(cell.specifier())));
        Instance old = leaving.get().instance();
        Moving move = new Moving(cell, old, old.code().options().sleepGracePeriod(), cell.platform().limits().abandonAfter());
        moving = Optional.of(move);
        if (launcher.isLost()) {
            move.lose(); // by who has not seen it yet
        }
        return move.run()
            .thenCompose(ended -> launcher.closeDatabase())
            .thenCompose(closed -> placement.launch(old.incarnation().next()))
            .thenApply(next -> {
                if (next.code().isBetterThan(old.code())) {
                    next.probation().begin();
                }
                running(next, cell.restoring().reopenings());
                return next.code();
            })
            .whenComplete((code, error) -> {
                if (error != null && !launcher.isLost()) {
                    crashed(Failures.of(error));
                }
                moving = Optional.empty();
                moved.complete(null);
            });
    }

    /** The engine has given up on the generation: a move that is under way has no grace. */
    void lose() {
        moving.ifPresent(Moving::lose);
    }

    private RivetException stops() {
        return (cell.intents().destroys() ? ErrorCode.ACTOR_DESTROYING : ErrorCode.ACTOR_RESTARTING).error().withActor(cell.specifier());
    }

    private void crashed(RivetException error) {
        log.error("actor {} ({}) could not be restarted", cell.specifier(), cell.typeName(), error);
        life.refuseHeld(ErrorCode.ACTOR_RESTARTING);
        cell.engine().intendStop(cell.start().actorId(), cell.start().generation(), Optional.of(error.getMessage()));
    }
}
