package rivet.engine.actor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.actor.Life.Phase;
import rivet.engine.directory.ActorRow;
import rivet.engine.directory.ActorTable.Raised;
import rivet.engine.directory.CrashPolicy;
import rivet.engine.directory.EscapedKey;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.Hosting;

/**
 * How a generation comes to run: its number is raised durably, then the runtime is told to start it (R-life-30). Belongs to the
 * transitions of the cell.
 */
final class Starting {

    private static final Logger LOG = LoggerFactory.getLogger(Starting.class);

    private final ActorCell cell;
    private final Surroundings around;
    private final Transitions transitions;
    private final Life life;
    private final Failures failures;

    Starting(ActorCell cell, Surroundings around, Transitions transitions, Life life, Failures failures) {
        this.cell = cell;
        this.around = around;
        this.transitions = transitions;
        this.life = life;
        this.failures = failures;
    }

    void begin() {
        life.phase = Phase.STARTING;
        life.wake = false;
        life.generation = life.row.generation() + 1;
        CompletionStage<Raised> raise = around.table().raise(life.row.id(), life.generation, around.now());
        transitions.then(around.directory()::flush);
        Raised[] raised = new Raised[1];
        transitions.await(raise.thenAccept(result -> raised[0] = result), failure -> ended(raised[0], failure));
    }

    private void ended(Raised raised, Throwable failure) {
        if (failure != null) {
            failed(Causes.named(failure), false, life.row.resumes());
        } else if (!raised.raised()) {
            outdated(raised.row());
        } else {
            life.row = life.row.started(life.generation, raised.row().orElseThrow().startTs());
            raised(raised.input());
        }
    }

    /** Goes on with a generation that was raised, unless there is no use in it any more. */
    void raised(byte[] input) {
        if (life.closed || life.condemned()) {
            life.phase = Phase.SLEEPING;
            cell.stopping().asleep();
            cell.advance();
        } else {
            launch(input);
        }
    }

    /** The row in memory was older than the directory's: the actor was in use and forgotten again while that row was on its way. */
    private void outdated(Optional<ActorRow> newer) {
        boolean condemnedHere = life.condemned();
        ActorRow row = newer.orElseGet(() -> life.row.destroyed(around.now(), around.now()));
        life.row = condemnedHere ? row.destroyed(life.row.destroyTs(), row.goneTs()) : row;
        life.generation = life.row.generation();
        life.phase = life.row.goneTs() == 0 ? Phase.SLEEPING : Phase.GONE;
        cell.stopping().asleep();
        if (life.is(Phase.GONE)) {
            cell.admission().answerAll(Admission.notFound(cell.id()));
            transitions.then(() -> around.gone(cell));
        } else if (life.condemned() && !condemnedHere) {
            cell.admission().answerAll(ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY.error());
            cell.ending().resume();
        }
        cell.advance();
    }

    private void launch(byte[] input) {
        ActorRow row = life.row;
        ActorStart start = new ActorStart(row.id(), life.generation, row.namespace(), row.name(),
            row.key().map(EscapedKey::segments).orElse(List.of()), input);
        transitions.then(() -> {
            if (around.hosting().resumes(row.name()) && !row.resumes()) {
                transitions.change(() -> noteThatItResumes(input));
            } else {
                start(start);
            }
        });
    }

    /** Before it runs: or a crash right after that would leave it asleep. */
    private void noteThatItResumes(byte[] input) {
        CompletionStage<?> note = around.table().resumes(cell.id(), true);
        transitions.then(around.directory()::flush);
        transitions.await(note, failure -> {
            if (failure != null) {
                failed(Causes.named(failure), false, false);
                return;
            }
            life.row = life.row.resuming(true);
            raised(input);
        });
    }

    private void start(ActorStart start) {
        List<HibernatingSocket> held = around.hibernation().detached(cell.id());
        Stages.of(() -> around.hosting().start(start, held)).whenComplete((done, failure) -> {
            if (failure == null) {
                around.hibernation().started(held);
            }
            boolean resumes = around.hosting().resumes(start.name());
            boolean typeIsMissing = around.hosting().status(start.name()) != Hosting.TypeStatus.PRESENT;
            transitions.change(() -> {
                if (failure == null) {
                    resumes(typeIsMissing ? life.row.resumes() : resumes);
                    running();
                } else {
                    failed(Causes.named(failure), typeIsMissing, typeIsMissing && life.row.resumes());
                }
            });
        });
    }

    /** The code that it runs on may be other than the one before, or have come while the start waited for it. */
    private void resumes(boolean resumes) {
        if (resumes == life.row.resumes()) {
            return;
        }
        life.row = life.row.resuming(resumes);
        CompletionStage<?> note = around.table().resumes(cell.id(), resumes);
        transitions.then(around.directory()::flush);
        transitions.await(note, failure -> {
            // the next start notes it
        });
    }

    private void running() {
        life.phase = Phase.RUNNING;
        life.runningSince = around.now();
        if (!life.condemned()) {
            cell.admission().carryAll();
            cell.alarm().ringIfDue();
        }
        cell.advance();
    }

    /** @param again whether it is tried again without anybody asking: not the actor failed, but what it runs on */
    private void failed(RivetException failure, boolean typeIsMissing, boolean again) {
        life.phase = Phase.SLEEPING;
        life.stopFor = null;
        life.crash = Optional.empty();
        String error = failures.startFailed(cell.id(), failure, typeIsMissing, around.now());
        LOG.warn("{} {}#{} could not be started: {}", life.row.name(), cell.id(), life.generation, error);
        cell.stopping().fellAsleep(Optional.of(error), again);
        failures.answer(around.now()).ifPresent(cell.admission()::answerAll);
        life.wake = again || life.row.crashPolicy() == CrashPolicy.RESTART;
        if (typeIsMissing) {
            transitions.then(this::lookForTheType);
        }
        transitions.then(() -> around.hibernation().startFailed(cell.id()));
        cell.advance();
    }

    /** It may have come since somebody looked, and before anybody could know that this actor waits for it. */
    private void lookForTheType() {
        if (cell.admission().typeIsBack()) {
            cell.typeIsBack();
        }
    }
}
