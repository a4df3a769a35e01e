package rivet.runtime.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;

/**
 * A cron expression of five fields in a time zone.
 * <p>
 * The library knows the calendar, but moves a time of day that a change of clocks leaves out to another time. So it is asked for local times, in a zone without changes,
 * and what such a time is in the zone is decided here: one that does not exist is no run, of one that there is twice the first counts (R-sched-9).
 */
final class CronExpression {

    private static final CronParser PARSER = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    private static final int FIELDS = 5;
    /** More local times than any change of clocks skips or repeats, in minutes. */
    private static final int MOST_STEPS = 2 * 24 * 60;

    private final ExecutionTime times;
    private final ZoneId zone;

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException if it is none; the message says why
     */
    CronExpression(String expression, ZoneId zone) {
        this.zone = zone;
        String[] fields = expression.strip().split("\\s+");
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("it must have exactly five fields");
        }
        times = ExecutionTime.forCron(PARSER.parse(String.join(" ", fields)));
    }

    /** Returns the first time after the given one; empty if there is none. */
    Optional<Instant> after(Instant from) {
        ZonedDateTime local = LocalDateTime.ofInstant(from, zone).atZone(ZoneOffset.UTC);
        for (int step = 0; step < MOST_STEPS; step++) {
            Optional<ZonedDateTime> next = times.nextExecution(local);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            local = next.get();
            // the first of two offsets is that before the change, and so the earlier time
            List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local.toLocalDateTime());
            if (!offsets.isEmpty() && local.toLocalDateTime().toInstant(offsets.getFirst()).isAfter(from)) {
                return Optional.of(local.toLocalDateTime().toInstant(offsets.getFirst()));
            }
        }
        return Optional.empty();
    }
}
