package rivet.runtime.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

import rivet.actor.ScheduleKind;

/** When the runs of a job are due. */
sealed interface Cadence {

    /** Clocks are set back by less than this in the course of keeping time. */
    Duration SLACK = Duration.ofMinutes(1);

    /** Returns which kind of job it makes. */
    ScheduleKind kind();

    /** Returns when a job is due first that is set now. */
    Instant first(Instant now);

    /** Returns when a job is due next that was due at the given time, which has come: later than now, and missed runs are no runs (R-sched-21). */
    Instant next(Instant due, Instant now);

    /**
     * Returns when a job is due of which that was computed before the clock was set, perhaps back by much.
     *
     * @param due as it was computed
     * @param lastStarted when it ran last, by the clock of then
     */
    Instant corrected(Instant due, Optional<Instant> lastStarted, Instant now);

    /**
     * Follows a cron expression.
     *
     * @param expression as it was given
     */
    record Cron(String expression, String zone) implements Cadence {

        @Override
        public ScheduleKind kind() {
            return ScheduleKind.CRON;
        }

        @Override
        public Instant first(Instant now) {
            return new CronExpression(expression, ZoneId.of(zone)).after(now).orElse(Times.NEVER);
        }

        @Override
        public Instant next(Instant due, Instant now) {
            return first(now);
        }

        /** A run that is due again by a clock that was set back a little took place. */
        @Override
        public Instant corrected(Instant due, Optional<Instant> lastStarted, Instant now) {
            boolean mayBe = lastStarted.map(last -> last.isAfter(now.plus(SLACK))).orElse(true) && due.isAfter(now);
            Instant first = mayBe ? first(now) : due;
            return first.isBefore(due) ? first : due;
        }
    }

    /** Comes again after an interval; anchored where it began. */
    record Every(Duration interval) implements Cadence {

        @Override
        public ScheduleKind kind() {
            return ScheduleKind.EVERY;
        }

        @Override
        public Instant first(Instant now) {
            return Times.after(now, interval);
        }

        @Override
        public Instant next(Instant due, Instant now) {
            long over = Math.max(0, Duration.between(due, now).dividedBy(interval));
            return Times.after(due, interval.multipliedBy(over + 1));
        }

        /** It is never due later than an interval from now. */
        @Override
        public Instant corrected(Instant due, Optional<Instant> lastStarted, Instant now) {
            Duration early = Duration.between(now, due).minus(interval);
            if (early.compareTo(SLACK) <= 0) {
                return due;
            }
            long over = early.dividedBy(interval) + (early.toMillis() % interval.toMillis() == 0 ? 0 : 1);
            return Times.after(due, interval.multipliedBy(-over));
        }
    }
}
