package rivet.runtime.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.Cron;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.schedule.Scheduled.Look;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * The scheduled calls and jobs of one instance: which are due, which have begun, and how they end. Used by the thread that holds the turn.
 * <p>
 * All that is stored is part of a turn: {@link #changes} gives its statements, then {@link #kept} or {@link #undo} follows. A run is <em>taken</em> when somebody is
 * about to begin it, <em>begins</em> and <em>ends</em>; what began in a turn that came to nothing has not begun, but is still taken, so that nobody begins it once more.
 * <p>
 * Each call and job is dealt with by itself: one that cannot be read or goes wrong holds no other up, and nothing is removed before it has been done (R-sched-26).
 */
public final class Schedules {

    /** How many may be taken at a time. */
    static final int MOST_TAKEN = 128;

    private static final Logger log = LoggerFactory.getLogger(Schedules.class);
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
    private final Timetable table = new Timetable();
    private final History history = new History();
    private final Map<String, String> unreadable = new HashMap<>();
    private final Map<String, String> forgotten = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Run> runs = new HashMap<>();
    private final List<Run> fresh = new ArrayList<>();
    private final List<String> over = new ArrayList<>();

    /**
     * Makes an empty one.
     *
     * @param actor how logs name the actor
     */
    public Schedules(String actor, InstantSource clock) {
        this.actor = actor;
        this.clock = clock;
    }

    /**
     * Takes over what is stored; what was cut off begins again.
     *
     * @param hasAction whether the code has an action
     */
    public void load(Result stored, Predicate<String> hasAction) {
        Instant now = now();
        for (Object[] row : stored.rows()) {
            try {
                table.load(ScheduleRows.read(row));
            } catch (RuntimeException e) {
                String id = String.valueOf(row[0]);
                unreadable.put(id, String.valueOf(e.getMessage()));
                log.error("actor {}: {}", actor, invalid(id).getMessage());
            }
        }
        if (!stored.rows().isEmpty()) {
            Object[] row = stored.rows().getFirst();
            history.load(row[ScheduleRows.NEWEST_RUN] instanceof Long newest ? newest : 0);
            if (Long.valueOf(1).equals(row[ScheduleRows.RUNNING])) {
                history.interrupted(now);
            }
        }
        each(scheduled -> resumed(scheduled, hasAction));
        clockWasSet();
    }

    private static Scheduled resumed(Scheduled scheduled, Predicate<String> hasAction) {
        return scheduled.look().isPresent() && hasAction.test(scheduled.action()) ? scheduled.looked(Optional.empty()) : scheduled;
    }

    /** The clock may have been set back: jobs whose runs would be too late by that are due earlier. */
    public void clockWasSet() {
        Instant now = now();
        each(scheduled -> scheduled.cadence().map(cadence -> scheduled.triggeredAt(cadence.corrected(scheduled.trigger(), scheduled.lastStarted(), now)))
            .filter(corrected -> !corrected.trigger().equals(scheduled.trigger())).orElse(scheduled));
    }

    private void each(UnaryOperator<Scheduled> change) {
        List<Scheduled> all = new ArrayList<>();
        table.inOrder().forEach(all::add);
        for (Scheduled scheduled : all) {
            Scheduled changed = change.apply(scheduled);
            if (changed != scheduled) {
                table.put(changed);
            }
        }
    }

    Instant now() {
        return Times.storable(clock.instant());
    }

    // ------------------------------------------------------------------ what there is

    /** Returns a call or a job by the id of its row. */
    Optional<Scheduled> find(String id) {
        if (unreadable.containsKey(id)) {
            throw invalid(id);
        }
        return table.get(id);
    }

    /** Returns a call or a job by the id of its row, if it can be read. */
    Optional<Scheduled> readable(String id) {
        return table.get(id);
    }

    private RivetException invalid(String id) {
        return ErrorCode.SCHEDULE_INVALID_SCHEDULE_ROW.error("schedule_id", id, "reason", unreadable.get(id));
    }

    /** Returns all calls, or all jobs, that can be read, in the order of their times. */
    List<Scheduled> all(boolean jobs) {
        List<Scheduled> all = new ArrayList<>();
        table.inOrder().forEach(scheduled -> {
            if (scheduled.isJob() == jobs) {
                all.add(scheduled);
            }
        });
        all.sort(Comparator.comparing(Scheduled::trigger).thenComparing(Scheduled::id));
        return all;
    }

    /** Returns whether a run of it has begun and not ended. */
    boolean isRunning(String id) {
        return runs.containsKey(id);
    }

    /** Adds or replaces one; there may be no more than the given number unless it replaces another (R-sched-6). */
    void put(Scheduled scheduled, int most) {
        String id = scheduled.id();
        if (table.get(id).isEmpty() && !unreadable.containsKey(id) && table.size() + unreadable.size() >= most) {
            throw ErrorCode.SCHEDULE_MAX_SCHEDULES_EXCEEDED.error("maximum", most);
        }
        table.put(scheduled);
        forget(id);
    }

    /** Removes one; returns whether it was there. */
    boolean remove(String id) {
        if (table.get(id).isPresent()) {
            table.remove(id);
            return true;
        }
        if (forget(id)) {
            history.changes().add(ScheduleRows.remove(id));
            history.changes().add(ScheduleRows.removeProgress(id));
            return true;
        }
        return false;
    }

    private boolean forget(String id) {
        String reason = unreadable.remove(id);
        if (reason != null) {
            forgotten.put(id, reason);
        }
        return reason != null;
    }

    History history() {
        return history;
    }

    // ------------------------------------------------------------------ what is due

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
        Instant now = now();
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
        Instant now = now();
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
        Instant now = now();
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
        Instant now = now();
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

    // ------------------------------------------------------------------ turns

    /** Returns whether the turn changed anything that is stored. */
    public boolean hasChanges() {
        return table.hasChanges() || !history.changes().isEmpty();
    }

    /** Returns the statements that store what the turn changed. Once a turn. */
    public List<Statement> changes() {
        if (!hasChanges()) {
            return List.of();
        }
        recordFresh();
        List<Statement> statements = new ArrayList<>(table.changes());
        statements.addAll(history.changes());
        return statements;
    }

    /** Runs that end in the turn in which they begin need one row only. */
    private void recordFresh() {
        fresh.stream().filter(run -> !run.recorded() && run.historyId() > 0 && !over.contains(run.id())).forEach(run -> {
            history.began(run);
            run.record(true);
        });
    }

    /** Returns what the turn changed of the history so far, to be stored before its end; {@link #changes} does not give it again. */
    List<Statement> takeHistory() {
        recordFresh();
        List<Statement> statements = List.copyOf(history.changes());
        history.changes().clear();
        return statements;
    }

    /** The turn's changes were handed over. */
    public void kept() {
        table.kept();
        history.changes().clear();
        fresh.forEach(run -> run.record(true));
        fresh.clear();
        forgotten.clear();
        over.forEach(id -> {
            runs.remove(id);
            taken.remove(id);
        });
        over.clear();
    }

    /** The turn's changes came to nothing. */
    public void undo() {
        table.undo();
        history.changes().clear();
        fresh.forEach(run -> run.record(false));
        fresh.clear();
        unreadable.putAll(forgotten);
        forgotten.clear();
        over.clear();
    }

    /** Returns whether there is nothing. */
    public boolean isEmpty() {
        return table.size() == 0 && taken.isEmpty();
    }
}
