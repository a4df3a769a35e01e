package rivet.actor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import rivet.error.RivetException;

/**
 * Jobs: calls of the actor's own actions again and again. What {@link Schedule} says of storage, turns and attempts is true of each run of a job.
 * <p>
 * A job keeps its cadence however long its runs take. Runs that were missed, because the actor or the platform was down or the clock was set forward, are made up for by
 * one (R-sched-21). A run that is due while the one before is under way is skipped (R-sched-22); different jobs run beside each other. A run that fails is not repeated.
 * A job whose action the actor does not have is suspended until there is code that has it.
 * <p>
 * Names are 1 to 128 bytes of UTF-8 ({@code schedule.invalid_name}); the two kinds of jobs share them. Setting a job that exists replaces it; its next run stays as it is
 * if its cadence does (R-sched-7). There may be as many jobs and calls as {@link ActorType#maxSchedules()} says ({@code schedule.max_schedules_exceeded}).
 */
@ProviderType
public interface Cron {

    /**
     * What may be said about a job.
     *
     * @param zone the time zone of a cron expression, an id of the IANA data base ({@code schedule.invalid_timezone}); without effect on an interval
     * @param maxHistory how many runs are remembered: 0 to 1000 ({@code schedule.invalid_max_history})
     */
    record Options(String zone, int maxHistory) {

        /** UTC, 100 runs. */
        public static final Options DEFAULTS = new Options("UTC", 100);

        /** Returns the defaults in a time zone. */
        public static Options in(String zone) {
            return new Options(zone, DEFAULTS.maxHistory);
        }

        /** Returns the defaults with another length of the history. */
        public static Options remembering(int maxHistory) {
            return new Options(DEFAULTS.zone, maxHistory);
        }
    }

    /**
     * A job.
     *
     * @param name its name
     * @param kind {@link ScheduleKind#CRON} or {@link ScheduleKind#EVERY}
     * @param expression of a cron job
     * @param zone of a cron job
     * @param interval of the other kind
     * @param action the name of the action
     * @param args its arguments, as plain values
     * @param maxHistory how many runs are remembered
     * @param nextRun when the next run is due
     * @param lastRun when the latest run began
     * @param running whether a run is under way
     * @param suspended whether the actor had no such action when a run was due
     */
    record Job(String name, ScheduleKind kind, Optional<String> expression, Optional<String> zone, Optional<Duration> interval, String action,
        List<Object> args, int maxHistory, Instant nextRun, Optional<Instant> lastRun, boolean running, boolean suspended) {}

    /** How a run of a job ended. */
    enum Result {
        /** It is under way. */
        RUNNING,
        /** It ended well. */
        OK,
        /** It failed, or was cut off ({@code schedule.interrupted}). */
        ERROR,
        /** It did not take place, as the one before was under way. */
        SKIPPED
    }

    /**
     * A run of a job.
     *
     * @param action what was called
     * @param scheduledAt when it was due
     * @param firedAt when it began
     * @param finishedAt when it ended
     * @param result how
     * @param error what a client would have been told of its failure
     */
    record Run(String action, Instant scheduledAt, Instant firedAt, Optional<Instant> finishedAt, Result result, Optional<RivetException> error) {}

    /**
     * Sets a job that follows a cron expression, in UTC.
     *
     * @param expression minute, hour, day of month, month, day of week: numbers, names, lists, ranges and steps; where both days are given, either will do
     *        ({@code schedule.invalid_cron_expression}). Times of day that do not exist when clocks go forward are left out; of times that come twice when they go
     *        back the first counts (R-sched-9)
     * @param args mapped with Jackson
     */
    default void set(String name, String expression, String action, Object... args) {
        set(name, expression, Options.DEFAULTS, action, args);
    }

    /** Sets a job that follows a cron expression, as {@link #set(String, String, String, Object...)} does. */
    void set(String name, String expression, Options options, String action, Object... args);

    /**
     * Sets a job that runs after each interval; the first time an interval from now.
     *
     * @param interval at least 5 seconds ({@code schedule.invalid_interval})
     * @param args mapped with Jackson
     */
    default void every(String name, Duration interval, String action, Object... args) {
        every(name, interval, Options.DEFAULTS, action, args);
    }

    /** Sets a job that runs after each interval, as {@link #every(String, Duration, String, Object...)} does. */
    void every(String name, Duration interval, Options options, String action, Object... args);

    /**
     * Returns a job.
     *
     * @throws RivetException {@code schedule.invalid_schedule_row} if what is stored under that name cannot be read
     */
    Optional<Job> get(String name);

    /** Returns all jobs in the order of their next runs. Those that cannot be read are left out. */
    List<Job> list();

    /** Deletes a job and its history; returns whether there was one. A run that is under way goes on. */
    boolean delete(String name);

    /** Returns the latest runs of a job, newest first: at most 20. */
    default List<Run> history(String name) {
        return history(name, 20);
    }

    /**
     * Returns the latest runs of a job, newest first.
     *
     * @param limit 1 to 1000 ({@code schedule.invalid_max_history})
     */
    List<Run> history(String name, int limit);
}
