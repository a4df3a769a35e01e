package rivet.actor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Single calls of the actor's own actions at a later time. They are stored, so they outlive sleep and crashes; a sleeping actor is woken for them.
 * <p>
 * What is scheduled or cancelled is part of the turn: it is committed with it, or not at all. A call takes place on nobody's behalf: there is no connection,
 * and nobody gets its result; what it throws is logged, and it is not repeated for that. It has the time of an action ({@link ActorType#actionTimeout()}). Its
 * removal is committed with the last turn of the action. So an action without await points runs exactly once, and one with await points that is cut off in
 * between by a crash or the end of a stop's grace begins again: see {@link FireInfo#attempt()}. A call whose action the actor does not have is kept, and made
 * when there is code that has it. Times are exact to about a millisecond at best, and never early by the platform's clock.
 */
@ProviderType
public interface Schedule {

    /**
     * A call that has not taken place.
     *
     * @param id its id
     * @param action the name of the action
     * @param args its arguments, as plain values
     * @param runAt when it is due
     * @param suspended whether it was due when the actor had no such action, and waits for code that has it
     */
    record Event(String id, String action, List<Object> args, Instant runAt, boolean suspended) {}

    /**
     * Schedules a call.
     *
     * @param delay from now; if negative, the call is due at once
     * @param args mapped with Jackson
     * @return the id of the call, a UUID
     * @throws rivet.error.RivetException {@code schedule.max_schedules_exceeded}, see {@link ActorType#maxSchedules()}
     */
    String after(Duration delay, String action, Object... args);

    /**
     * Schedules a call.
     *
     * @param when to the millisecond; if in the past, the call is due at once
     * @param args mapped with Jackson
     * @return the id of the call, a UUID
     * @throws rivet.error.RivetException {@code schedule.max_schedules_exceeded}, see {@link ActorType#maxSchedules()}
     */
    String at(Instant when, String action, Object... args);

    /** Takes a call back; returns whether that was in time: false if it has begun, and for an unknown id (R-sched-2). */
    boolean cancel(String id);

    /**
     * Returns a call that has not begun.
     *
     * @throws rivet.error.RivetException {@code schedule.invalid_schedule_row} if what is stored under that id cannot be read
     */
    Optional<Event> get(String id);

    /** Returns the calls that have not begun, in the order of their times (R-sched-3). Those that cannot be read are left out. */
    List<Event> list();

    /** Returns what is known of the scheduled call, single or a job's, that this turn belongs to; empty in any other turn. */
    Optional<FireInfo> current();
}
