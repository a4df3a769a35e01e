package rivet.runtime.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.Cron;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.schedule.Scheduled.Look;

/**
 * Which of the scheduled calls and jobs of an instance are due, which have begun, and how they end. Used by the thread that holds the turn.
 * <p>
 * A run is <em>taken</em> when somebody is about to begin it, <em>begins</em> and <em>ends</em>; what began in a turn that came to nothing has not begun, but is still
 * taken, so that nobody begins it once more.
 */
public final class Runs {

    /** How many may be taken at a time. */
    static final int MOST_TAKEN = 128;

    private static final Logger log = LoggerFactory.getLogger(Runs.class);
    private static final Duration FIRST_LOOK = Duration.ofMinutes(1);
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /**
     * What is due.
     *
     * @param id the id of its row
     * @param action what is to be called
     */
    public record Due(String id, String action) {}

    private final String actor;
    private final InstantSource clock;
    private final Timetable table;
    private final History history;
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Run> runs = new HashMap<>();
    private final List<Run> fresh = new ArrayList<>();
    private final List<String> over = new ArrayList<>();

    Runs(String actor, InstantSource clock, Timetable table, History history) {
        this.actor = actor;
        this.clock = clock;
        this.table = table;
        this.history = history;
    }

    /** Returns whether a run of it has begun and not ended. */
    boolean isRunning(String id) {
        return runs.containsKey(id);
    }

    /** Returns whether somebody is about to begin one, or has. */
    boolean isTaken(String id) {
        return taken.contains(id);
    }

    /** Returns whether none is taken. */
    boolean isEmpty() {
        return taken.isEmpty();
    }

    /** Returns when something is due next that {@link #take} would give, or skip; empty if nothing is, or if enough is taken. */
    public Optional<Instant> next() {
        if (taken.size() >= MOST_TAKEN) {
            return Optional.empty();
        }
        Instant first = Times.NEVER;
        for (Scheduled scheduled : table.inOrder()) {
            if (!taken.contains(scheduled.id())) {
                first = earlier(first, scheduled.wake());
                break;
            }
            if (isBehind(runs.get(scheduled.id()), scheduled)) {
                first = earlier(first, scheduled.trigger()); // to be skipped
            }
        }
        return first.equals(Times.NEVER) ? Optional.empty() : Optional.of(first);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    /** Returns when the actor must be awake, as far as is stored: for what has begun and not ended, at once. */
    public Optional<Instant> wake() {
        var all = table.inOrder().iterator();
        return all.hasNext() ? Optional.of(all.next().wake()).filter(at -> !at.equals(Times.NEVER)) : Optional.empty();
    }

    /** Returns when the actor that now goes to sleep must be awake again; what was cut off is begun again after a pause that grows. */
    public Optional<Instant> wakeAfterSleep() {
        Instant now = Times.storable(clock.instant());
        Instant first = Times.NEVER;
        for (Scheduled scheduled : table.inOrder()) {
            boolean cutOff = isRunning(scheduled.id());
            first = earlier(first, cutOff ? now.plus(FIRST_PAUSE.multipliedBy(1L << Math.min(scheduled.attempt(), MOST_DOUBLINGS))) : scheduled.wake());
            if (!cutOff) {
                break;
            }
        }
        return first.equals(Times.NEVER) ? Optional.empty() : Optional.of(first);
    }

    /** Takes what is due and may begin, in the order of the times; each has to be given to {@link #begin}. Skips jobs that are under way (R-sched-22). */
    public List<Due> take() {
        Instant now = Times.storable(clock.instant());
        List<Due> due = new ArrayList<>();
        runs.values().forEach(run -> skipIfDue(run, now));
        for (Scheduled scheduled : table.due(now)) {
            if (taken.size() >= MOST_TAKEN) {
                break;
            }
            if (taken.add(scheduled.id())) {
                due.add(new Due(scheduled.id(), scheduled.action()));
            }
        }
        return due;
    }

    /** Returns whether the next run of a job comes while another is under way. */
    private static boolean isBehind(Run run, Scheduled job) {
        return run != null && job.isJob() && job.trigger().isAfter(run.info().scheduledAt());
    }

    private void skipIfDue(Run run, Instant now) {
        table.get(run.id()).filter(job -> isBehind(run, job) && !job.trigger().isAfter(now)).ifPresent(job -> {
            history.missed(job.ended(), now, Cron.Result.SKIPPED, Optional.empty());
            table.put(job.triggeredAt(job.cadence().orElseThrow().next(job.trigger(), now)));
        });
    }

    /**
     * Begins what was taken; empty if it is not due any more, or if the code does not have its action. {@link #end} follows if it began, {@link #giveBack} if not.
     *
     * @param hasAction whether the code has an action
     */
    public Optional<Run> begin(String id, Predicate<String> hasAction) {
        Instant now = Times.storable(clock.instant());
        Optional<Scheduled> due = table.get(id).filter(scheduled -> !scheduled.wake().isAfter(now));
        if (due.isEmpty()) {
            return Optional.empty();
        }
        Scheduled scheduled = due.get();
        if (!hasAction.test(scheduled.action())) {
            suspend(scheduled, now);
            return Optional.empty();
        }
        Scheduled begun = scheduled.begun(now);
        Run run = new Run(begun, scheduled.due(), now, begun.isJob() && begun.maxHistory() > 0 ? history.nextId() : 0);
        table.put(begun);
        runs.put(id, run);
        fresh.add(run);
        return Optional.of(run);
    }

    /** There is no code for it at the moment: it stays due, and is looked at again, less and less often. */
    private void suspend(Scheduled scheduled, Instant now) {
        int times = scheduled.look().map(Look::times).orElse(0);
        RivetException missing = ErrorCode.ACTOR_ACTION_NOT_FOUND.error("name", scheduled.action());
        if (times == 0) {
            log.error("actor {}: {} {} is suspended: {}", actor, scheduled.isJob() ? "job" : "scheduled call", scheduled.publicId(), missing.getMessage());
            if (scheduled.isJob()) {
                history.missed(scheduled, now, Cron.Result.ERROR, Optional.of(missing));
            }
        }
        table.put(scheduled.looked(Optional.of(new Look(now.plus(FIRST_LOOK.multipliedBy(1L << Math.min(times, MOST_DOUBLINGS))), times + 1))));
    }

    /** What was taken has not begun, or its instance ends. */
    public void giveBack(String id) {
        over.add(id);
    }

    /** A run has ended, well or with an error. Also for one whose turns came to nothing: it is not begun again. */
    public void end(Run run, Optional<RivetException> error) {
        Instant now = Times.storable(clock.instant());
        over.add(run.id());
        Optional<Scheduled> current = table.get(run.id());
        if (!run.begun().isJob()) {
            current.filter(call -> call.trigger().equals(run.begun().trigger())).ifPresent(call -> table.remove(run.id()));
            return;
        }
        current.ifPresent(job -> {
            boolean isBegun = job.running().equals(Optional.of(run.info().scheduledAt()));
            boolean undone = job.running().isEmpty() && job.trigger().equals(run.info().scheduledAt());
            if (isBegun || undone) {
                table.put((isBegun ? job : job.begun(now)).ended());
            }
            if (run.historyId() > 0) {
                history.ended(run, now, error);
            }
        });
    }

    /** Runs that end in the turn in which they begin need one row only. */
    void recordFresh() {
        fresh.stream().filter(run -> !run.recorded() && run.historyId() > 0 && !over.contains(run.id())).forEach(run -> {
            history.began(run);
            run.record(true);
        });
    }

    /** The turn's changes were handed over. */
    void kept() {
        fresh.forEach(run -> run.record(true));
        fresh.clear();
        over.forEach(id -> {
            runs.remove(id);
            taken.remove(id);
        });
        over.clear();
    }

    /** The turn's changes came to nothing. */
    void undo() {
        fresh.forEach(run -> run.record(false));
        fresh.clear();
        over.clear();
    }
}
