package rivet.runtime.schedule;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * The scheduled calls and jobs of one instance, and their {@link Runs}. Used by the thread that holds the turn.
 * <p>
 * All that is stored is part of a turn: {@link #changes} gives its statements, then {@link #kept} or {@link #undo} follows.
 * <p>
 * Each call and job is dealt with by itself: one that cannot be read or goes wrong holds no other up, and nothing is removed before it has been done (R-sched-26).
 */
public final class Schedules {

    private static final Logger log = LoggerFactory.getLogger(Schedules.class);

    private final String actor;
    private final InstantSource clock;
    private final Timetable table = new Timetable();
    private final History history = new History();
    private final Unreadable unreadable = new Unreadable();
    private final Runs runs;

    /**
     * Makes an empty one.
     *
     * @param actor how logs name the actor
     */
    public Schedules(String actor, InstantSource clock) {
        this.actor = actor;
        this.clock = clock;
        runs = new Runs(actor, clock, table, history);
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
                unreadable.add(id, String.valueOf(e.getMessage()));
                log.error("actor {}: {}", actor, unreadable.error(id).getMessage());
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

    /** Returns a call or a job by the id of its row. */
    Optional<Scheduled> find(String id) {
        if (unreadable.contains(id)) {
            throw unreadable.error(id);
        }
        return table.get(id);
    }

    /** Returns a call or a job by the id of its row, if it can be read. */
    Optional<Scheduled> readable(String id) {
        return table.get(id);
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
        return runs.isRunning(id);
    }

    /** Adds or replaces one; there may be no more than the given number unless it replaces another (R-sched-6). */
    void put(Scheduled scheduled, int most) {
        String id = scheduled.id();
        if (table.get(id).isEmpty() && !unreadable.contains(id) && table.size() + unreadable.size() >= most) {
            throw ErrorCode.SCHEDULE_MAX_SCHEDULES_EXCEEDED.error("maximum", most);
        }
        table.put(scheduled);
        unreadable.forget(id);
    }

    /** Makes one due now; returns false, and leaves it as it is, if there is none or a run of it has begun. */
    public boolean hasten(String id) {
        Optional<Scheduled> waiting = find(id).filter(scheduled -> !runs.isTaken(id) && scheduled.running().isEmpty());
        waiting.ifPresent(scheduled -> table.put(scheduled.triggeredAt(now()).looked(Optional.empty())));
        return waiting.isPresent();
    }

    /** Does that to a job, by its name. */
    public boolean hastenJob(String name) {
        return hasten(Scheduled.JOB + name);
    }

    /** Removes one; returns whether it was there. */
    boolean remove(String id) {
        if (table.get(id).isPresent()) {
            table.remove(id);
            return true;
        }
        if (unreadable.forget(id)) {
            history.changes().add(ScheduleRows.remove(id));
            history.changes().add(ScheduleRows.removeProgress(id));
            return true;
        }
        return false;
    }

    /** Returns which are due, and which have begun. */
    public Runs runs() {
        return runs;
    }

    History history() {
        return history;
    }

    /** Returns whether the turn changed anything that is stored. */
    public boolean hasChanges() {
        return table.hasChanges() || !history.changes().isEmpty();
    }

    /** Returns the statements that store what the turn changed. Once a turn. */
    public List<Statement> changes() {
        if (!hasChanges()) {
            return List.of();
        }
        runs.recordFresh();
        List<Statement> statements = new ArrayList<>(table.changes());
        statements.addAll(history.changes());
        return statements;
    }

    /** Returns what the turn changed of the history so far, to be stored before its end; {@link #changes} does not give it again. */
    List<Statement> takeHistory() {
        runs.recordFresh();
        List<Statement> statements = List.copyOf(history.changes());
        history.changes().clear();
        return statements;
    }

    /** The turn's changes were handed over. */
    public void kept() {
        table.kept();
        history.changes().clear();
        unreadable.kept();
        runs.kept();
    }

    /** The turn's changes came to nothing. */
    public void undo() {
        table.undo();
        history.changes().clear();
        unreadable.undo();
        runs.undo();
    }

    /** Returns whether there is nothing. */
    public boolean isEmpty() {
        return table.size() == 0 && runs.isEmpty();
    }
}
