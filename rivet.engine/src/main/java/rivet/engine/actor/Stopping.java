package rivet.engine.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.actor.Life.Phase;
import rivet.engine.directory.CrashPolicy;
import rivet.spi.engine.StopCause;

/** How a generation ends: the runtime is told to stop it, once (R-life-30, R-life-33). Belongs to the transitions of the cell. */
final class Stopping {

    private static final Logger LOG = LoggerFactory.getLogger(Stopping.class);

    private final ActorCell cell;
    private final Surroundings around;
    private final Transitions transitions;
    private final Life life;
    private final Failures failures;
    /** What the stop that is under way is for. */
    private StopCause under = StopCause.SLEEP_INTENT;
    private final List<CompletableFuture<Void>> wantAsleep = new ArrayList<>(0);

    Stopping(ActorCell cell, Surroundings around, Transitions transitions, Life life, Failures failures) {
        this.cell = cell;
        this.around = around;
        this.transitions = transitions;
        this.life = life;
        this.failures = failures;
    }

    /** Notes that a generation is to stop; a crash is not overtaken by anything. */
    void soon(StopCause cause, Optional<String> error) {
        if (life.stopFor != StopCause.LOST) {
            life.stopFor = cause;
        }
        life.crash = life.crash.or(() -> error);
    }

    /** Puts the actor to sleep, or on its way to another start; completes the future when it sleeps. */
    void sleep(boolean again, CompletableFuture<Void> asleep) {
        life.wake |= again && !life.condemned();
        if (!life.lives(life.generation)) {
            transitions.then(() -> asleep.complete(null));
            return;
        }
        wantAsleep.add(asleep);
        if (!life.is(Phase.STOPPING)) {
            soon(again ? StopCause.GOING_AWAY : StopCause.SLEEP_INTENT, Optional.empty());
        }
    }

    void begin(StopCause cause) {
        cell.shut();
        life.phase = Phase.STOPPING;
        life.stopFor = null;
        under = cause;
        int number = life.generation;
        transitions.then(() -> Stages.of(() -> around.hosting().stop(cell.id(), number, cause)).whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.warn("Stopping {}#{} failed; it counts as stopped: {}", cell.id(), number, Causes.of(failure).toString());
            }
            transitions.change(this::ended);
        }));
    }

    /** The actor is to be destroyed while it goes to sleep: the runtime hears that too, so that its destroy hook runs (R-stop-13). */
    void escalate(StopCause cause) {
        if (!under.destroys() && under != StopCause.LOST) {
            under = cause;
            int number = life.generation;
            transitions.then(() -> Stages.of(() -> around.hosting().stop(cell.id(), number, cause)).exceptionally(failure -> {
                LOG.warn("{}#{} could not be told of its destruction: {}", cell.id(), number, Causes.of(failure).toString());
                return null;
            }));
        }
    }

    private void ended() {
        life.phase = Phase.SLEEPING;
        transitions.then(() -> around.hibernation().ended(cell.id()));
        Optional<String> text = life.crash;
        life.crash = Optional.empty();
        if (text.isPresent()) {
            long now = around.now();
            fellAsleep(Optional.of(failures.crashed(cell.id(), text.get(), now - life.runningSince, now)), false);
            crashed();
        } else {
            failures.forgive();
            fellAsleep(Optional.empty(), false);
        }
        if (!life.condemned()) {
            cell.alarm().generationEnded();
        }
        cell.advance();
    }

    /**
     * A generation has ended, or did not come to be.
     *
     * @param again whether it is to be started again soon, also by the next process
     */
    void fellAsleep(Optional<String> error, boolean again) {
        life.row = life.row.slept(around.now(), error);
        if (!again) {
            note(error);
        }
        asleep();
    }

    private void note(Optional<String> error) {
        CompletionStage<?> note = around.table().slept(cell.id(), life.generation, life.row.sleepTs(), error);
        transitions.then(around.directory()::flush);
        transitions.await(note, failure -> {
            // the row then says that it is awake: at worst it is started once more at the next boot
        });
    }

    /** No generation is there any more: whoever wanted that hears of it. */
    void asleep() {
        wantAsleep.forEach(asleep -> transitions.then(() -> asleep.complete(null)));
        wantAsleep.clear();
    }

    private void crashed() {
        if (life.condemned()) {
            return;
        }
        failures.answer(around.now()).ifPresent(cell.admission()::answerAll);
        life.wake |= life.row.crashPolicy() == CrashPolicy.RESTART;
        if (life.row.crashPolicy() == CrashPolicy.DESTROY) {
            cell.ending().begin(StopCause.DESTROY);
        }
    }
}
