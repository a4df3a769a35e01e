package rivet.runtime.actor;

import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.spi.engine.StopCause;

/** The stops that a generation is told of: the first is carried out, after the start or restart that is under way; later ones can only make it a harder one. */
final class Stops {

    private final Cell cell;
    private final Life life;
    private final Launching launcher;
    private final RestartPauses pauses;

    Stops(Cell cell, Launching launcher, RestartPauses pauses) {
        this.cell = cell;
        this.launcher = launcher;
        this.pauses = pauses;
        life = cell.life();
    }

    /** Stops the generation. Every call has the same end: nothing is left of it. */
    CompletionStage<Void> stop(Stopping how) {
        pauses.cut();
        if (how.cause() == StopCause.LOST) {
            launcher.lose(ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier()));
            cell.instances().lose();
        }
        CompletionStage<Void> before = life.launching();
        before.whenComplete((ready, error) -> launched(how, before)); // a stop that comes during a start waits for its end (R-reg-21)
        return life.stopped();
    }

    private void launched(Stopping how, CompletionStage<Void> before) {
        Life.Stop found = life.stop(how, before);
        if (found == Life.Stop.AGAIN) {
            stop(how);
            return;
        }
        if (how.destroys()) {
            cell.intents().destroyed();
        }
        if (found == Life.Stop.FIRST) {
            carryOut(how);
        } else {
            escalate(how.cause());
        }
    }

    private void carryOut(Stopping how) {
        cell.idle().end();
        life.refuseHeld(ErrorCode.ACTOR_STOPPING); // it came after a restart had failed
        how.run().thenCompose(done -> launcher.closeDatabase()).whenComplete((done, failure) -> {
            life.over();
            how.closeLeft();
            cell.watches().close();
            life.stopped().complete(null);
        });
    }

    /** Destroys the actor if it is about to go to sleep; cuts the stop short if the generation is lost. */
    void escalate(StopCause cause) {
        if (cause.destroys()) {
            life.stopping().ifPresent(Stopping::escalate);
        } else if (cause == StopCause.LOST) {
            life.stopping().ifPresent(Stopping::lose);
        }
    }
}
