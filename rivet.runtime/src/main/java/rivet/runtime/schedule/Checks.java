package rivet.runtime.schedule;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

import rivet.actor.Cron;
import rivet.error.ErrorCode;

/** What is asked of jobs before anything is changed (R-sched-5). */
final class Checks {

    static final Duration LEAST_INTERVAL = Duration.ofMillis(5_000);
    static final int MOST_HISTORY = 1_000;
    private static final int LONGEST_NAME = 128;

    private Checks() {}

    /** Checks the name of a job; returns the id of its row. */
    static String name(String name) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length < 1 || length > LONGEST_NAME) {
            throw ErrorCode.SCHEDULE_INVALID_NAME.error("reason", "it must be 1 to " + LONGEST_NAME + " bytes long, not " + length);
        }
        return Scheduled.JOB + name;
    }

    static Cadence cron(String expression, Cron.Options options, Instant now) {
        Cadence cadence = new Cadence.Cron(expression, zone(options.zone()));
        Instant first;
        try {
            first = cadence.first(now);
        } catch (IllegalArgumentException e) {
            throw ErrorCode.SCHEDULE_INVALID_CRON_EXPRESSION.error("reason", e.getMessage()).withCause(e);
        }
        if (first.equals(Times.NEVER)) {
            throw ErrorCode.SCHEDULE_INVALID_CRON_EXPRESSION.error("reason", "no date fits it");
        }
        return cadence;
    }

    /** Offsets such as {@code +02:00} are no time zones. */
    private static String zone(String zone) {
        if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            throw ErrorCode.SCHEDULE_INVALID_TIMEZONE.error("timezone", zone);
        }
        return zone;
    }

    static Cadence every(Duration interval) {
        if (interval.compareTo(LEAST_INTERVAL) < 0) {
            throw ErrorCode.SCHEDULE_INVALID_INTERVAL.error("minimum_ms", LEAST_INTERVAL.toMillis(), "interval_ms", millis(interval));
        }
        return new Cadence.Every(Duration.ofMillis(millis(interval)));
    }

    private static long millis(Duration interval) {
        try {
            return interval.toMillis();
        } catch (ArithmeticException e) {
            return interval.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    static int maxHistory(int value) {
        return between(0, value);
    }

    static int limit(int value) {
        return between(1, value);
    }

    private static int between(int least, int value) {
        if (value < least || value > MOST_HISTORY) {
            throw ErrorCode.SCHEDULE_INVALID_MAX_HISTORY.error("maximum", MOST_HISTORY, "max_history", value);
        }
        return value;
    }
}
