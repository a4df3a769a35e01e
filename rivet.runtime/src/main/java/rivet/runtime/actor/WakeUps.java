package rivet.runtime.actor;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.runtime.store.Rows;
import rivet.runtime.turn.Parking;

/**
 * When the engine is to wake the actor of an instance (R-run-10).
 * <p>
 * An earlier alarm is the engine's before the commit that needs it, a later one is set after the commit (design.md section 5): a wake too many harms nobody. But for
 * {@link #asleep}, which comes after the last turn, used by the thread that holds the turn.
 */
final class WakeUps {

    private static final Logger log = LoggerFactory.getLogger(WakeUps.class);

    private final Instance instance;
    private Optional<Instant> wanted = Optional.empty();
    private Optional<Instant> committed = Optional.empty();
    /** What the engine was told last. */
    private volatile Optional<Instant> told = Optional.empty();
    /** The engine may have another time, though none that is too late. */
    private volatile boolean unsure;

    WakeUps(Instance instance) {
        this.instance = instance;
    }

    /** Takes over what is stored; a time that has come is what the actor was woken for, and over. In the turn of the start. */
    void load(Optional<Instant> stored) {
        wanted = stored;
        committed = stored;
        told = stored;
        forgetIfDue();
    }

    Optional<Instant> time() {
        return wanted;
    }

    void set(Optional<Instant> at) {
        if (at.isPresent() && (unsure || told.isEmpty() || at.get().isBefore(told.get()))) {
            tellNow(committed.filter(before -> before.isBefore(at.get())).or(() -> at));
        }
        wanted = at;
        instance.scope().row(Rows.runWake(at));
    }

    /** Not an await point, as little as a statement is. */
    private void tellNow(Optional<Instant> at) {
        CompletionStage<Void> set = tell(at);
        Parking.untilDone(set);
        try {
            set.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw Failures.of(e);
        }
    }

    private CompletionStage<Void> tell(Optional<Instant> at) {
        told = at;
        unsure = false;
        Cell cell = instance.cell();
        return cell.engine().setAlarm(cell.start().actorId(), cell.start().generation(), at).whenComplete((set, failure) -> unsure |= failure != null);
    }

    /**
     * The time of the engine's alarm has come while the actor is awake. If it is not this actor's, the engine was told of a change that was never stored, as
     * before a crash: it is told the right one at the next sleep, or it would ring a few times more and then no more.
     */
    void rang() {
        unsure |= wanted.isEmpty() || wanted.get().isAfter(now());
        forgetIfDue();
    }

    private void forgetIfDue() {
        if (wanted.isPresent() && !wanted.get().isAfter(now())) {
            set(Optional.empty());
        }
    }

    private Instant now() {
        return instance.cell().platform().time().clock().instant();
    }

    /** A transaction that set it is undone or goes on, and with it the row; that the engine may wake the actor too early does no harm. */
    void putBack(Optional<Instant> time) {
        wanted = time;
    }

    /** The turn's changes were handed over. */
    void kept() {
        committed = wanted;
    }

    /** The turn's changes were undone. */
    void undo() {
        wanted = committed;
    }

    /** The actor has gone to sleep. Returns a stage that completes when the engine knows when to wake it. */
    CompletionStage<Void> asleep() {
        return told.equals(committed) && !unsure ? CompletableFuture.completedStage(null) : logFailure(tell(committed));
    }

    private CompletionStage<Void> logFailure(CompletionStage<Void> set) {
        return set.exceptionally(error -> {
            log.warn("actor {}: its alarm could not be set", instance.cell().specifier(), error);
            return null;
        });
    }
}
