package rivet.runtime.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import rivet.actor.ScheduleKind;
import rivet.runtime.schedule.Scheduled.Look;
import rivet.spi.storage.Statement;

/** The rows of scheduled calls and jobs: the original's, and what we know besides in a table of our own. */
public final class ScheduleRows {

    /** Reads everything, a row each, with two numbers about the history that are the same in each. */
    public static final Statement LOAD = Statement.of("""
        SELECT e.event_id, e.trigger_at, e.action, e.args, e.kind, e.cron_expression, e.timezone, e.interval_ms, e.last_started_at, e.max_history,
            p.attempt, p.running_at, p.look_at, p.looks,
            (SELECT max(id) FROM _rivet_schedule_history), EXISTS (SELECT 1 FROM _rivet_schedule_history WHERE result = 0)
        FROM _rivet_schedule_events e LEFT JOIN _rivet_j_schedule p USING (event_id)""");
    static final int NEWEST_RUN = 14;
    static final int RUNNING = 15;

    private static final String PUT = """
        INSERT INTO _rivet_schedule_events (event_id, trigger_at, action, args, kind, cron_expression, timezone, interval_ms, last_started_at, max_history)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (event_id) DO UPDATE SET trigger_at = excluded.trigger_at, action = excluded.action, args = excluded.args, kind = excluded.kind,
            cron_expression = excluded.cron_expression, timezone = excluded.timezone, interval_ms = excluded.interval_ms,
            last_started_at = excluded.last_started_at, max_history = excluded.max_history""";
    private static final String PUT_PROGRESS = """
        INSERT INTO _rivet_j_schedule (event_id, attempt, running_at, look_at, looks) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (event_id) DO UPDATE SET attempt = excluded.attempt, running_at = excluded.running_at, look_at = excluded.look_at, looks = excluded.looks""";

    private ScheduleRows() {}

    static Statement put(Scheduled s) {
        Optional<Cadence.Cron> cron = s.cadence().filter(Cadence.Cron.class::isInstance).map(Cadence.Cron.class::cast);
        Optional<Cadence.Every> every = s.cadence().filter(Cadence.Every.class::isInstance).map(Cadence.Every.class::cast);
        return Statement.of(PUT, s.id(), s.trigger().toEpochMilli(), s.action(), s.args().length == 0 ? null : s.args(), s.kind().ordinal(),
            cron.map(Cadence.Cron::expression).orElse(null), cron.map(Cadence.Cron::zone).orElse(null), every.map(e -> e.interval().toMillis()).orElse(null),
            millis(s.lastStarted()), s.maxHistory());
    }

    static Statement remove(String id) {
        return Statement.of("DELETE FROM _rivet_schedule_events WHERE event_id = ?", id);
    }

    static Statement putProgress(Scheduled s) {
        return Statement.of(PUT_PROGRESS, s.id(), s.attempt(), millis(s.running()), millis(s.look().map(Look::at)), s.look().map(Look::times).orElse(0));
    }

    static Statement removeProgress(String id) {
        return Statement.of("DELETE FROM _rivet_j_schedule WHERE event_id = ?", id);
    }

    static Long millis(Optional<Instant> at) {
        return at.map(Instant::toEpochMilli).orElse(null);
    }

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException if it cannot be read; the message says why (R-sched-32)
     */
    static Scheduled read(Object[] row) {
        byte[] args = row[3] instanceof byte[] bytes ? bytes : new byte[0];
        ScheduleKind kind = kind((Long) row[4]);
        Optional<Cadence> cadence = cadence(kind, row);
        if (cadence.isPresent() != ((String) row[0]).startsWith(Scheduled.JOB)) {
            throw new IllegalArgumentException("its id does not fit its kind");
        }
        long maxHistory = (Long) row[9];
        if (cadence.isPresent() && (maxHistory < 0 || maxHistory > Checks.MOST_HISTORY)) {
            throw new IllegalArgumentException("max_history is " + maxHistory);
        }
        Optional<Look> look = time(row[12]).map(at -> new Look(at, ((Long) row[13]).intValue()));
        int attempt = row[10] instanceof Long n ? n.intValue() : 0;
        return new Scheduled((String) row[0], Instant.ofEpochMilli((Long) row[1]), (String) row[2], args, cadence, time(row[8]), (int) maxHistory, attempt, time(row[11]),
            look);
    }

    private static ScheduleKind kind(long kind) {
        if (kind < 0 || kind >= ScheduleKind.values().length) {
            throw new IllegalArgumentException("kind is " + kind);
        }
        return ScheduleKind.values()[(int) kind];
    }

    private static Optional<Cadence> cadence(ScheduleKind kind, Object[] row) {
        List<Object> columns = Arrays.asList(row[5], row[6], row[7]);
        boolean fits = switch (kind) {
            case AT -> columns.stream().allMatch(Objects::isNull);
            case CRON -> row[5] != null && row[6] != null && row[7] == null;
            case EVERY -> row[5] == null && row[6] == null && row[7] != null;
        };
        if (!fits) {
            throw new IllegalArgumentException("its columns do not fit its kind");
        }
        return switch (kind) {
            case AT -> Optional.empty();
            case CRON -> {
                new CronExpression((String) row[5], ZoneId.of((String) row[6]));
                yield Optional.of(new Cadence.Cron((String) row[5], (String) row[6]));
            }
            case EVERY -> Optional.of(every((Long) row[7]));
        };
    }

    private static Cadence every(long millis) {
        if (millis < Checks.LEAST_INTERVAL.toMillis()) {
            throw new IllegalArgumentException("interval_ms is " + millis);
        }
        return new Cadence.Every(Duration.ofMillis(millis));
    }

    private static Optional<Instant> time(Object millis) {
        return millis instanceof Long n ? Optional.of(Instant.ofEpochMilli(n)) : Optional.empty();
    }
}
