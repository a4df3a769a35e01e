package rivet.runtime.actor;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.runtime.schedule.Schedules;
import rivet.runtime.store.Rows;
import rivet.runtime.store.Snapshot;
import rivet.runtime.turn.Parking;

/**
 * When the engine is to wake the actor of an instance: at one time, the earliest of what its code asked for (R-run-10) and of its schedules (R-sched-45).
 * <p>
 * Invariant: the engine's durable alarm is never later than what is stored in the actor's database asks for. So an earlier alarm is the engine's before the commit that
 * needs it; a later one is set when the actor has gone to sleep, as an awake one looks after itself (design.md section 5): a wake too many harms nobody. But for
 * {@link #asleep}, which comes after the last turn, used by the thread that holds the turn.
 */
final class WakeUps {

    private static final Logger log = LoggerFactory.getLogger(WakeUps.class);
    /** Earlier than any other; engines take 0 for none. */
    private static final Instant FIRST = Instant.ofEpochMilli(1);
    private static final Duration FIND_OUT = Duration.ofSeconds(10);

    private final Instance instance;
    private final Firing firing;
    private final Schedules schedules;
    private Optional<Instant> wanted = Optional.empty();
    private Optional<Instant> committed = Optional.empty();
    /** What the schedules asked for at the end of the latest turn. */
    private Optional<Instant> scheduled = Optional.empty();
    /** What the engine was told last. */
    private volatile Optional<Instant> told = Optional.empty();
    /** The engine may have another time, though none that is too late. */
    private volatile boolean unsure;

    WakeUps(Instance instance) {
        this.instance = instance;
        firing = instance.firing();
        schedules = firing.schedules();
    }

    /** Takes over what is stored; a time that has come is what the actor was woken for, and over. In the turn of the start. */
    void load(Snapshot stored) {
        schedules.load(stored.schedules(), action -> instance.definition().action(action).isPresent());
        firing.loaded();
        scheduled = schedules.runs().wake();
        wanted = stored.runWake();
        committed = wanted;
        told = earliest(committed, scheduled);
        forgetIfDue();
    }

    Optional<Instant> time() {
        return wanted;
    }

    void set(Optional<Instant> at) {
        tellIfEarlier(at);
        wanted = at;
        instance.scope().row(Rows.runWake(at));
    }

    /** The turn's changes are about to be handed over. */
    void turnEnds() {
        if (schedules.hasChanges()) {
            schedules.changes().forEach(instance.scope()::row);
            tellIfEarlier(schedules.runs().wake());
        }
    }

    /** Not an await point, as little as a statement is. */
    private void tellIfEarlier(Optional<Instant> at) {
        if (at.isEmpty() || !unsure && told.isPresent() && !at.get().isBefore(told.get())) {
            return;
        }
        CompletionStage<Void> set = tell(earliest(at, earliest(committed, scheduled)));
        Parking.untilDone(set);
        try {
            set.toCompletableFuture().join();
        } catch (CompletionException e) {
            // whatever the engine says: the work has begun, and must not be sent again
            throw ErrorCode.ACTOR_STORAGE_REFUSED.error("committed", "no", "reason", "its alarm could not be set").withCause(Failures.of(e));
        }
    }

    private CompletionStage<Void> tell(Optional<Instant> at) {
        told = at;
        unsure = false;
        Cell cell = instance.cell();
        return cell.engine().setAlarm(cell.start().actorId(), cell.start().generation(), at.map(time -> time.isBefore(FIRST) ? FIRST : time))
            .whenComplete((set, failure) -> unsure |= failure != null);
    }

    /**
     * The time of the engine's alarm has come while the actor is awake. If it is not what it was told, the engine was told of a change that was never stored, as
     * before a crash: it is told the right one at the next sleep, or it would ring a few times more and then no more.
     */
    void rang() {
        unsure |= told.isEmpty() || told.get().isAfter(now());
        forgetIfDue();
        firing.look();
    }

    private void forgetIfDue() {
        if (wanted.isPresent() && !wanted.get().isAfter(now())) {
            set(Optional.empty());
        }
    }

    private Instant now() {
        return instance.cell().platform().time().clock().instant();
    }

    private static Optional<Instant> earliest(Optional<Instant> a, Optional<Instant> b) {
        return Stream.of(a, b).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    /** A transaction that set it is undone or goes on, and with it the row; that the engine may wake the actor too early does no harm. */
    void putBack(Optional<Instant> time) {
        wanted = time;
    }

    /** The turn's changes were handed over. */
    void kept() {
        committed = wanted;
        if (firing.kept()) {
            scheduled = schedules.runs().wake();
        }
    }

    /** The turn's changes were undone. */
    void undo() {
        wanted = committed;
        schedules.undo();
    }

    /** The engine may have woken the actor for messages that were left when it went to sleep, and has no alarm any more. In the turn of the start. */
    void doubt() {
        unsure = true;
    }

    /**
     * The actor has gone to sleep. Returns a stage that completes when the engine knows when to wake it: at once, if there are messages that its run handler was still
     * receiving. After a failed commit nobody knows what is stored: if that can be anything, the actor is woken to find out.
     */
    CompletionStage<Void> asleep() {
        boolean failed = instance.endReason().is(ErrorCode.ACTOR_STORAGE_FAILED);
        Optional<Instant> next = failed ? told.map(any -> now().plus(FIND_OUT))
            : instance.queue().isWantedByRun() ? Optional.of(now()) : earliest(committed, schedules.runs().wakeAfterSleep());
        return told.equals(next) && !unsure ? CompletableFuture.completedStage(null) : logFailure(tell(next));
    }

    private CompletionStage<Void> logFailure(CompletionStage<Void> set) {
        return set.exceptionally(error -> {
            log.warn("actor {}: its alarm could not be set", instance.cell().specifier(), error);
            return null;
        });
    }
}
