package rivet.engine.actor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.engine.actor.Life.Phase;
import rivet.engine.directory.ActorRow;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.StopCause;

/**
 * One actor's life: asleep, being started, running, being stopped, being deleted, gone.
 * <p>
 * Invariant: everything but {@link #open} belongs to {@link Transitions}, which makes changes one at a time. A change never calls out;
 * what it sets off (directory, runtime, answers) runs afterwards in the order of the changes. So a generation is started only after the
 * one before was stopped and after its own number is durable, each is stopped once, and what arrives meanwhile waits in its order
 * (R-life-30 to R-life-34).
 */
final class ActorCell {

    private final Surroundings around;
    private final String id;
    private final Transitions transitions = new Transitions(this::settled);
    private final Life life;
    private final Failures failures;
    private final Admission admission;
    private final CellAlarm alarm;
    private final Starting starting;
    private final Stopping stopping;
    private final Ending ending;
    private final Waking waking;
    private boolean listed;
    private boolean retired;
    /**
     * The generation that takes work right now, 0 for none; read without a lock. Set only while nothing that was set off earlier is
     * left, so that nobody overtakes those who waited.
     */
    private volatile int open;

    ActorCell(Surroundings around, ActorRow row) {
        this.around = around;
        this.id = row.id();
        this.life = new Life(row);
        this.failures = new Failures(around.limits());
        this.admission = new Admission(this, around, transitions, life, failures);
        this.alarm = new CellAlarm(this, around, transitions, life);
        this.starting = new Starting(this, around, transitions, life, failures);
        this.stopping = new Stopping(this, around, transitions, life, failures);
        this.ending = new Ending(this, around, transitions, life);
        this.waking = new Waking(this, around, transitions, life, failures);
    }

    /**
     * Makes the cell of an actor whose first generation was raised with its creation: it counts as being started from the moment others
     * can find it, so that nobody starts another before {@link #created} is called.
     */
    static ActorCell ofNew(Surroundings around, ActorRow row) {
        ActorCell cell = new ActorCell(around, row);
        cell.life.phase = Phase.STARTING;
        return cell;
    }

    String id() {
        return id;
    }

    Admission admission() {
        return admission;
    }

    CellAlarm alarm() {
        return alarm;
    }

    Stopping stopping() {
        return stopping;
    }

    Ending ending() {
        return ending;
    }

    /** Returns a copy of what is known; it may be outdated at once. */
    Snapshot snapshot() {
        Snapshot[] copy = new Snapshot[1];
        // until the tombstone is durable a crash would undo it, and nobody is told what a crash would undo
        transitions.change(() -> copy[0] = new Snapshot(ending.durable() ? life.row : life.row.spared(), life.status()));
        return copy[0];
    }

    /** Returns whether it is to be destroyed, be it durable yet or not. */
    boolean condemned() {
        boolean[] copy = new boolean[1];
        transitions.change(() -> copy[0] = life.condemned());
        return copy[0];
    }

    /** Returns whether it runs and takes work right now. */
    boolean isOpen() {
        return open != 0;
    }

    /** Takes something in: carried to the running generation, held, or answered. False if this cell was forgotten: look for its successor. */
    boolean submit(Pending<?> pending) {
        int running = open;
        if (running != 0) {
            pending.carry(this, around.hosting(), running);
            return true;
        }
        boolean typeIsBack = admission.typeIsBack();
        return transitions.change(() -> {
            if (!retired) {
                admission.admit(pending, typeIsBack);
            }
            return !retired;
        });
    }

    /** A generation did not take something, which then has not begun. */
    void refused(Pending<?> pending, int byGeneration, RivetException reason) {
        admission.refused(pending, byGeneration, reason);
    }

    /** Starts the first generation, for a cell that was made {@link #ofNew}. */
    void created(byte[] input) {
        transitions.change(() -> starting.raised(input));
    }

    /** Starts the actor if it sleeps. False if this cell was forgotten. */
    boolean wake() {
        return transitions.change(() -> {
            life.wake |= life.is(Phase.SLEEPING) && !life.condemned() && !retired;
            advance();
            return !retired;
        });
    }

    /** Starts the actor for its sockets if it sleeps; while there is no code for it the time has not come yet. False if this cell was forgotten. */
    boolean wakeForSockets(Hibernation hibernation) {
        boolean typeIsMissing = failures.typeMissing();
        if (typeIsMissing && !admission.typeIsBack()) {
            hibernation.startFailed(id);
            return true;
        }
        if (typeIsMissing) {
            transitions.change(failures::forgive);
        }
        return wake();
    }

    /**
     * Looks what there is to do: an alarm, a pause that is over, a destruction that was not finished. False if this cell was
     * forgotten.
     */
    boolean look() {
        boolean typeIsMissing = failures.typeMissing() && !admission.typeIsBack();
        return transitions.change(() -> {
            if (!retired) {
                waking.look(typeIsMissing);
                advance();
            }
            return !retired;
        });
    }

    /** Returns whether it is of a type and failed last: for want of the type's code, or on it. */
    boolean lacks(String typeName) {
        return admission.lacks(typeName);
    }

    /** The type that it could not start for is back, or other code of it has come: there is no reason to wait any longer. */
    void typeIsBack() {
        transitions.change(() -> {
            if (!retired && life.is(Phase.SLEEPING) && failures.failing()) {
                failures.forgive();
                advance();
            }
        });
    }

    /** Takes the next step that phase and wishes allow; at the end of each change. */
    void advance() {
        if (life.closed) {
            return;
        }
        if (life.is(Phase.SLEEPING)) {
            if (life.condemned()) {
                if (ending.durable()) {
                    ending.delete();
                }
            } else if (waking.wanted()) {
                starting.begin();
            }
        } else if (life.is(Phase.RUNNING)) {
            if (life.condemned()) {
                if (ending.durable()) {
                    stopping.begin(ending.cause());
                }
            } else if (life.stopFor != null) {
                stopping.begin(life.stopFor);
            }
        } else if (life.is(Phase.STOPPING) && life.condemned() && ending.durable()) {
            stopping.escalate(ending.cause());
        }
    }

    /** Lets nothing more to the running generation without being asked; for a change. */
    void shut() {
        open = 0;
    }

    /** A generation sets its alarm, 0 for none. Done when durable; ignored if it is not the latest generation's. */
    CompletionStage<?> setAlarm(int generation, long at) {
        CompletableFuture<Object> set = new CompletableFuture<>();
        transitions.change(() -> {
            CompletionStage<?> note = life.lives(generation) && !life.condemned() ? alarm.set(at) : CompletableFuture.completedFuture(null);
            transitions.then(() -> note.whenComplete((done, failure) -> {
                if (failure == null) {
                    set.complete(null);
                } else {
                    set.completeExceptionally(Causes.named(failure));
                }
            }));
        });
        return set;
    }

    /** The running generation would like to sleep. */
    void intendSleep(int generation) {
        stopSoon(generation, StopCause.SLEEP_INTENT, Optional.empty());
    }

    /** The running generation would like to end: for good, or as crashed. */
    void intendStop(int generation, Optional<String> error) {
        if (error.isPresent()) {
            // what a crashed generation has in memory is not to be trusted: it must not write any more
            stopSoon(generation, StopCause.LOST, error);
        } else {
            transitions.change(() -> {
                if (life.lives(generation)) {
                    ending.begin(StopCause.STOP_INTENT);
                    advance();
                }
            });
        }
    }

    private void stopSoon(int generation, StopCause cause, Optional<String> error) {
        transitions.change(() -> {
            if (life.lives(generation) && !life.is(Phase.STOPPING)) {
                stopping.soon(cause, error);
                advance();
            }
        });
    }

    /** Puts the actor to sleep, or on its way to another start; completes the future when it sleeps. False if this cell was forgotten. */
    boolean sleep(boolean again, CompletableFuture<Void> asleep) {
        return transitions.change(() -> {
            if (!retired) {
                stopping.sleep(again, asleep);
                advance();
            }
            return !retired;
        });
    }

    /** Destroys the actor; {@link #ending} says how far that is. False if this cell was forgotten. */
    boolean destroy() {
        return transitions.change(() -> {
            if (!retired) {
                ending.begin(StopCause.DESTROY);
                advance();
            }
            return !retired;
        });
    }

    /** Takes no more work; what waits is answered. The generation that runs is left to the runtime. */
    void close() {
        transitions.change(() -> {
            life.closed = true;
            shut();
            admission.answerAll(ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
        });
    }

    /** Lets the actor be forgotten if it has nothing left to do. */
    boolean retire() {
        return transitions.change(() -> {
            retired = idle();
            listed = retired;
            return retired;
        });
    }

    private boolean idle() {
        boolean resting = life.is(Phase.GONE) || life.is(Phase.SLEEPING) && !life.condemned() && !life.wake && !waking.paused()
            && admission.isEmpty();
        return resting && transitions.quiet();
    }

    /** Nothing that was set off is left. */
    private void settled() {
        open = life.is(Phase.RUNNING) && !life.closed && !life.condemned() && life.stopFor == null ? life.generation : 0;
        boolean idle = idle();
        if (idle != listed) {
            transitions.then(idle ? () -> around.idle(this) : () -> around.busy(this));
            listed = idle;
        }
    }
}
