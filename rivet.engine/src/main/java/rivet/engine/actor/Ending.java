package rivet.engine.actor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.actor.Life.Phase;
import rivet.error.ErrorCode;
import rivet.spi.engine.StopCause;

/**
 * How an actor is destroyed: tombstone, end of its generation, its database, its row (design, section 5). Every step is repeated until it
 * succeeds, also by the next process. Belongs to the transitions of the cell.
 */
final class Ending {

    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);
    private static final long PAUSE = 1_000;
    private static final int MOST_DOUBLINGS = 6;

    private final ActorCell cell;
    private final Surroundings around;
    private final Transitions transitions;
    private final Life life;
    private final CompletableFuture<Void> certain = new CompletableFuture<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private StopCause cause = StopCause.DESTROY;
    private boolean durable;
    private int failed;

    Ending(ActorCell cell, Surroundings around, Transitions transitions, Life life) {
        this.cell = cell;
        this.around = around;
        this.transitions = transitions;
        this.life = life;
        this.durable = life.condemned();
        if (durable) {
            certain.complete(null);
        }
        if (life.is(Phase.GONE)) {
            done.complete(null);
        }
    }

    /** Done when the destruction cannot be undone any more, even by a crash. */
    CompletionStage<Void> certain() {
        return certain.minimalCompletionStage();
    }

    /** Done when all is gone. */
    CompletionStage<Void> done() {
        return done.minimalCompletionStage();
    }

    StopCause cause() {
        return cause;
    }

    /** Returns whether the tombstone is durable, so that the next step may be taken. */
    boolean durable() {
        return durable;
    }

    /** Begins, unless it has begun. */
    void begin(StopCause why) {
        if (life.condemned() || life.closed) {
            return;
        }
        cause = why;
        life.wake = false;
        life.row = life.row.destroyed(around.now(), 0);
        cell.shut();
        cell.alarm().forget();
        cell.admission().answerAll(ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY.error());
        condemn();
    }

    /** Goes on with what an earlier process began. */
    void resume() {
        durable = true;
        transitions.then(() -> certain.complete(null));
    }

    private void condemn() {
        CompletionStage<?> note = around.table().condemn(cell.id(), life.row.destroyTs());
        transitions.then(around.directory()::flush);
        transitions.await(note, failure -> {
            if (failure != null) {
                later(failure, this::condemn);
                return;
            }
            resume();
            cell.advance();
        });
    }

    /** Deletes what the actor stored. */
    void delete() {
        life.phase = Phase.DELETING;
        transitions.then(() -> around.hibernation().destroyed(cell.id()));
        transitions.then(() -> Stages.of(() -> around.directory().deleteDatabase(cell.id())).whenComplete((nothing, failure) ->
            transitions.change(() -> {
                if (failure == null) {
                    deleted();
                } else {
                    later(failure, this::delete);
                }
            })));
    }

    private void deleted() {
        long now = around.now();
        CompletionStage<?> note = around.table().gone(cell.id(), now);
        transitions.then(around.directory()::flush);
        transitions.await(note, failure -> {
            if (failure != null) {
                later(failure, this::deleted);
                return;
            }
            life.phase = Phase.GONE;
            life.row = life.row.destroyed(life.row.destroyTs(), now);
            transitions.then(() -> around.gone(cell));
            transitions.then(() -> done.complete(null));
        });
    }

    private void later(Throwable failure, Runnable step) {
        long pause = PAUSE << Math.min(failed++, MOST_DOUBLINGS);
        LOG.warn("Destroying {} is put off for {} ms: {}", cell.id(), pause, Causes.of(failure).toString());
        around.timer().schedule(() -> transitions.change(() -> {
            if (!life.closed) {
                step.run();
            }
        }), pause, TimeUnit.MILLISECONDS);
    }
}
