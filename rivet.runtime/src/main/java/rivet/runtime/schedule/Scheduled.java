package rivet.runtime.schedule;

import java.time.Instant;
import java.util.Optional;

import rivet.actor.ScheduleKind;

/**
 * A single call or a job, as it is stored.
 *
 * @param id a UUID, or {@code cron:} and the name of the job
 * @param trigger when it is due, or due next
 * @param action what is called
 * @param args CBOR of a list; empty for none
 * @param cadence of a job
 * @param lastStarted when a job ran last
 * @param maxHistory how many runs of a job are remembered
 * @param attempt how often the call, or the run under way, has begun
 * @param running the time at which the run of a job was due that has begun and not ended
 * @param look when to look again whether there is code that has the action; empty if there is
 */
record Scheduled(String id, Instant trigger, String action, byte[] args, Optional<Cadence> cadence, Optional<Instant> lastStarted, int maxHistory, int attempt,
        Optional<Instant> running, Optional<Look> look) {

    static final String JOB = "cron:";

    /**
     * When to look for the action.
     *
     * @param at the time
     * @param times how often that was done
     */
    record Look(Instant at, int times) {}

    /** Returns a single call. */
    static Scheduled call(String id, Instant at, String action, byte[] args) {
        return new Scheduled(id, at, action, args, Optional.empty(), Optional.empty(), 0, 0, Optional.empty(), Optional.empty());
    }

    boolean isJob() {
        return cadence.isPresent();
    }

    ScheduleKind kind() {
        return cadence.map(Cadence::kind).orElse(ScheduleKind.AT);
    }

    /** Returns how authors name it: a call by its id, a job by its name. */
    String publicId() {
        return isJob() ? id.substring(JOB.length()) : id;
    }

    /** Returns when something is to be done about it, as far as is stored: what has begun and not ended is overdue. */
    Instant wake() {
        return look.map(Look::at).or(() -> running).orElse(trigger);
    }

    /** Returns when the run is due that is next to begin. */
    Instant due() {
        return running.orElse(trigger);
    }

    Scheduled triggeredAt(Instant next) {
        return new Scheduled(id, next, action, args, cadence, lastStarted, maxHistory, attempt, running, look);
    }

    /** Begins the call, or the next run. */
    Scheduled begun(Instant now) {
        if (!isJob()) {
            return new Scheduled(id, trigger, action, args, cadence, lastStarted, maxHistory, attempt + 1, running, Optional.empty());
        }
        Instant next = running.isPresent() ? trigger : cadence.get().next(trigger, now);
        int number = running.isPresent() ? attempt + 1 : 1;
        return new Scheduled(id, next, action, args, cadence, Optional.of(now), maxHistory, number, Optional.of(due()), Optional.empty());
    }

    /** Ends the run of a job. */
    Scheduled ended() {
        return new Scheduled(id, trigger, action, args, cadence, lastStarted, maxHistory, 0, Optional.empty(), look);
    }

    Scheduled looked(Optional<Look> next) {
        return new Scheduled(id, trigger, action, args, cadence, lastStarted, maxHistory, attempt, running, next);
    }

    /** Returns whether what the original's table has of it is the same. */
    boolean sameEvent(Scheduled other) {
        return trigger.equals(other.trigger) && action.equals(other.action) && args == other.args && cadence.equals(other.cadence)
            && lastStarted.equals(other.lastStarted) && maxHistory == other.maxHistory;
    }

    /** Returns whether there is anything to be stored of it in our own table. */
    boolean hasProgress() {
        return attempt > 0 || running.isPresent() || look.isPresent();
    }

    boolean sameProgress(Scheduled other) {
        return attempt == other.attempt && running.equals(other.running) && look.equals(other.look);
    }
}
