package rivet.inspect;

import java.time.Instant;
import java.util.Optional;

import rivet.actor.Cron;
import rivet.error.RivetException;

/**
 * A run of a job.
 *
 * @param action what was called
 * @param scheduledAt when it was due
 * @param firedAt when it began
 * @param finishedAt when it ended
 * @param result how it ended
 * @param error why it failed, as a client would be told
 */
public record ScheduleRun(String action, Instant scheduledAt, Instant firedAt, Optional<Instant> finishedAt, Cron.Result result, Optional<RivetException> error) {}
