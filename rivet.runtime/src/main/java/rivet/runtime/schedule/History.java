package rivet.runtime.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import rivet.actor.Cron;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.value.CborValues;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * Writes what became of the runs of jobs. Rows are numbered in the order in which runs began, by this, so that the row of a run is known before it is stored. Used by the
 * thread that holds the turn.
 */
final class History {

    /** How many rows an actor has at most, all jobs together, and how many are left when that is seen to (R-sched-24). */
    private static final int KEPT = 9_900;
    private static final int LOOK_EVERY = 100;

    private static final String INSERT = """
        INSERT INTO _rivet_schedule_history (id, schedule_id, action, scheduled_at, fired_at, finished_at, result, error_group, error_code, error_message,
            error_metadata)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String FINISH = """
        UPDATE _rivet_schedule_history SET finished_at = ?, result = ?, error_group = ?, error_code = ?, error_message = ?, error_metadata = ?
        WHERE id = ? AND result = 0""";
    private static final String PRUNE = """
        DELETE FROM _rivet_schedule_history WHERE schedule_id = ?1
            AND id <= (SELECT id FROM _rivet_schedule_history WHERE schedule_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)""";
    private static final String PRUNE_ALL = """
        DELETE FROM _rivet_schedule_history WHERE id <= (SELECT id FROM _rivet_schedule_history ORDER BY id DESC LIMIT 1 OFFSET ?)""";
    private static final String READ = """
        SELECT action, scheduled_at, fired_at, finished_at, result, error_group, error_code, error_message, error_metadata
        FROM _rivet_schedule_history WHERE schedule_id = ? ORDER BY id DESC LIMIT ?""";

    private final List<Statement> rows = new ArrayList<>();
    private long last;

    /** Takes over the number of the newest row. */
    void load(long newest) {
        last = newest;
    }

    long nextId() {
        return ++last;
    }

    /** Runs of another instance that were under way were cut off (R-sched-31). */
    void interrupted(Instant now) {
        rows.add(Statement.of("UPDATE _rivet_schedule_history SET finished_at = ?, result = ?, error_group = ?, error_code = ?, error_message = ? WHERE result = 0",
            now.toEpochMilli(), Cron.Result.ERROR.ordinal(), ErrorCode.SCHEDULE_INTERRUPTED.group(), ErrorCode.SCHEDULE_INTERRUPTED.code(),
            ErrorCode.SCHEDULE_INTERRUPTED.error().getMessage()));
    }

    /** A run goes on beyond the turn in which it began. */
    void began(Run run) {
        insert(run.historyId(), run.begun(), run.info().scheduledAt(), run.info().firedAt(), Optional.empty(), Cron.Result.RUNNING, Optional.empty());
    }

    /** A run that is over. */
    void ended(Run run, Instant now, Optional<RivetException> error) {
        Cron.Result result = error.isPresent() ? Cron.Result.ERROR : Cron.Result.OK;
        if (!run.recorded()) {
            insert(run.historyId(), run.begun(), run.info().scheduledAt(), run.info().firedAt(), Optional.of(now), result, error);
            return;
        }
        Object[] columns = columns(error);
        rows.add(Statement.of(FINISH, now.toEpochMilli(), result.ordinal(), columns[0], columns[1], columns[2], columns[3], run.historyId()));
    }

    /** A run that did not take place. */
    void missed(Scheduled job, Instant now, Cron.Result result, Optional<RivetException> error) {
        if (job.maxHistory() > 0) {
            insert(nextId(), job, job.due(), now, Optional.of(now), result, error);
        }
    }

    private void insert(long id, Scheduled job, Instant due, Instant firedAt, Optional<Instant> finishedAt, Cron.Result result, Optional<RivetException> error) {
        Object[] columns = columns(error);
        rows.add(Statement.of(INSERT, id, job.id(), job.action(), due.toEpochMilli(), firedAt.toEpochMilli(), ScheduleRows.millis(finishedAt), result.ordinal(),
            columns[0], columns[1], columns[2], columns[3]));
        prune(job.id(), job.maxHistory());
        if (id % LOOK_EVERY == 0) {
            rows.add(Statement.of(PRUNE_ALL, KEPT));
        }
    }

    /** What a client would be told of an error (R-sched-28). */
    private static Object[] columns(Optional<RivetException> error) {
        if (error.isEmpty()) {
            return new Object[4];
        }
        RivetException e = error.get();
        byte[] metadata = e.exposed() ? e.metadata().map(CborValues::encode).orElse(null) : null;
        return new Object[] {e.group(), e.code(), e.exposed() ? String.valueOf(e.getMessage()) : ErrorCode.MASKED_MESSAGE, metadata};
    }

    /** Keeps the newest runs of a job. */
    void prune(String id, int kept) {
        rows.add(kept == 0 ? Statement.of("DELETE FROM _rivet_schedule_history WHERE schedule_id = ?", id) : Statement.of(PRUNE, id, kept));
    }

    /** Returns the statements of this turn. */
    List<Statement> changes() {
        return rows;
    }

    static Statement read(String id, int limit) {
        return Statement.of(READ, id, limit);
    }

    /**
     * Reads runs.
     *
     * @param id of the row of their job
     * @throws RivetException {@code schedule.invalid_schedule_row} if one cannot be read
     */
    static List<Cron.Run> read(String id, Result result) {
        try {
            return result.rows().stream().map(History::run).toList();
        } catch (RuntimeException e) {
            throw ErrorCode.SCHEDULE_INVALID_SCHEDULE_ROW.error("schedule_id", id, "reason", "its history: " + e.getMessage());
        }
    }

    private static Cron.Run run(Object[] row) {
        Optional<RivetException> error = row[5] instanceof String group ? Optional.of(error(group, row)) : Optional.empty();
        Optional<Instant> finishedAt = row[3] instanceof Long at ? Optional.of(Instant.ofEpochMilli(at)) : Optional.empty();
        return new Cron.Run((String) row[0], Instant.ofEpochMilli((Long) row[1]), Instant.ofEpochMilli((Long) row[2]), finishedAt,
            Cron.Result.values()[((Long) row[4]).intValue()], error);
    }

    private static RivetException error(String group, Object[] row) {
        RivetException error = new RivetException(group, String.valueOf(row[6]), String.valueOf(row[7]));
        return row[8] instanceof byte[] metadata && metadata.length > 0 ? error.withMetadata(CborValues.decode(metadata)) : error;
    }
}
