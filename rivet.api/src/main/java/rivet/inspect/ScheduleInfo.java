package rivet.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import rivet.actor.ScheduleKind;

/**
 * Something that an actor is to do.
 *
 * @param id of a single call, or the name of a job
 * @param kind what it is
 * @param action what is called
 * @param args with what, plain values
 * @param nextRun when it is due
 * @param lastRun when the latest run of a job began
 * @param expression of a cron job
 * @param zone of a cron job
 * @param interval of a job of the other kind
 * @param maxHistory how many runs of a job are remembered
 */
public record ScheduleInfo(String id, ScheduleKind kind, String action, List<Object> args, Instant nextRun, Optional<Instant> lastRun, Optional<String> expression,
        Optional<String> zone, Optional<Duration> interval, OptionalInt maxHistory) {}
