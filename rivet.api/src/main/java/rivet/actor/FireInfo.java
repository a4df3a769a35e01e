package rivet.actor;

import java.time.Instant;
import java.util.Optional;

/**
 * What a scheduled action learns about its call: an argument behind those that were scheduled, and {@link Schedule#current()} (R-sched-33). An action may declare its
 * last parameter of this type; one of another type gets an object with these properties, in lower case, its times in milliseconds since the epoch.
 * <p>
 * {@code id} and {@code scheduledAt} together name the call, the same in each attempt: an action that reaches outside can use them to do so once.
 *
 * @param kind how it was scheduled
 * @param id the id of a single call; the name of a job
 * @param name the name of a job
 * @param scheduledAt when it was due
 * @param firedAt when this attempt began
 * @param attempt 1 the first time; more if an attempt before was cut off, by a stop or a crash, after it had come to an await point
 */
public record FireInfo(ScheduleKind kind, String id, Optional<String> name, Instant scheduledAt, Instant firedAt, int attempt) {}
