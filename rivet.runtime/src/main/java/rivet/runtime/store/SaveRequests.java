package rivet.runtime.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.runtime.time.Time;

/**
 * Which saves of an actor's state were asked for and how far they are: the throttle of durability {@code interval} (R-state-1 to R-state-16).
 * <p>
 * Requests are numbered; a save covers all that were made before its bytes were taken. One save is in flight at a time, so that what is stored
 * last is what was taken last (R-state-48). What is asked for meanwhile waits for the next.
 * <p>
 * Invariant, all of it under {@code this} (R-state-49): while a request is outstanding and this is not closed, exactly
 * one of these is so: a save is in flight; a timer is set; {@code due} was told and {@link #begin} has not followed. So no request is
 * forgotten. {@code due} and those who wait are called without the lock.
 */
public final class SaveRequests {

    /**
     * A save that has begun. {@link #completed} or {@link #failed} must follow.
     *
     * @param covers the newest request that it covers
     * @param rewrite whether the state is to be written even if it has not changed: the save before failed
     */
    public record Save(long covers, boolean rewrite) {}

    private record Alarm(long at, Time.Timer timer) {}

    /** Longer than anybody waits, and short enough for arithmetic in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Time time;
    private final long interval;
    private final Runnable due;

    private final TreeMap<Long, CompletableFuture<Void>> waiting = new TreeMap<>();
    private long requested;
    private long completed;
    private boolean immediate;
    private Optional<Long> within = Optional.empty();
    private Optional<Long> lastSave = Optional.empty();
    private Optional<Alarm> alarm = Optional.empty();
    private boolean announced;
    private boolean inFlight;
    private boolean lastFailed;
    private Optional<RivetException> closed = Optional.empty();

    /**
     * Makes a record of no requests.
     *
     * @param interval at least this long from one save to the next, unless something more urgent is asked for
     * @param due is told, on any thread, that it is time for {@link #begin}
     */
    public SaveRequests(Time time, Duration interval, Runnable due) {
        this.time = time;
        this.interval = nanos(interval);
        this.due = due;
    }

    /** Asks for a save when the interval since the last one is over (R-state-7); returns the number of the request. */
    public long request() {
        return request(false, Optional.empty());
    }

    /** Asks for a save within a time (R-state-4). */
    public long requestWithin(Duration maxWait) {
        return request(false, Optional.of(maxWait));
    }

    /** Asks for a save at once (R-state-18). */
    public long requestNow() {
        return request(true, Optional.empty());
    }

    private long request(boolean now, Optional<Duration> maxWait) {
        boolean tell;
        long number;
        synchronized (this) {
            number = ++requested;
            immediate |= now;
            maxWait.ifPresent(wait -> within = Optional.of(earlier(within, time.nanos() + nanos(wait))));
            tell = arm();
        }
        tell(tell);
        return number;
    }

    /**
     * Returns a stage that completes when a request is covered by a save that has succeeded; failures do not end it, since they are repeated. Fails when
     * the record is closed first (R-state-5, R-state-6).
     */
    public CompletionStage<Void> saved(long number) {
        synchronized (this) {
            if (number <= completed) {
                return CompletableFuture.completedStage(null);
            }
            if (closed.isEmpty()) {
                return waiting.computeIfAbsent(number, n -> new CompletableFuture<>());
            }
        }
        return CompletableFuture.failedStage(closed.get());
    }

    /**
     * Begins a save, to be called before the bytes are taken (R-state-9). Empty if there is nothing to do, or if it can't be done now: then {@code due} is
     * told when it can.
     */
    public synchronized Optional<Save> begin() {
        announced = false;
        if (closed.isPresent() || inFlight || requested == completed) {
            return Optional.empty();
        }
        silence();
        inFlight = true;
        // what is asked for from now on is asked of the next save
        immediate = false;
        within = Optional.empty();
        return Optional.of(new Save(requested, lastFailed));
    }

    /** The save is on disk, or there was nothing to write (R-state-10, R-state-11). */
    public void completed(Save save) {
        List<CompletableFuture<Void>> served;
        boolean tell;
        synchronized (this) {
            inFlight = false;
            lastFailed = false;
            lastSave = Optional.of(time.nanos());
            completed = save.covers;
            var covered = waiting.headMap(completed, true);
            served = new ArrayList<>(covered.values());
            covered.clear();
            tell = arm();
        }
        served.forEach(waiter -> waiter.complete(null));
        tell(tell);
    }

    /**
     * The save did not happen, or that is not known. Its requests stay outstanding; the next attempt comes an interval later, whatever was asked for before:
     * a disk that is full is not asked again and again (R-state-13, R-state-14).
     */
    public void failed(Save save) {
        boolean tell;
        synchronized (this) {
            inFlight = false;
            lastFailed = true;
            lastSave = Optional.of(time.nanos());
            immediate = false;
            within = Optional.empty();
            tell = arm();
        }
        tell(tell);
    }

    /** No save follows any more: who waits for one, or will, hears why (R-state-16). */
    public void close(RivetException reason) {
        List<CompletableFuture<Void>> unserved;
        synchronized (this) {
            if (closed.isPresent()) {
                return;
            }
            closed = Optional.of(reason);
            silence();
            unserved = new ArrayList<>(waiting.values());
            waiting.clear();
        }
        unserved.forEach(waiter -> waiter.completeExceptionally(reason));
    }

    /** Returns the number of the newest request. */
    public synchronized long newest() {
        return requested;
    }

    /** Returns the number up to which all requests are on disk. */
    public synchronized long completed() {
        return completed;
    }

    private static long nanos(Duration wait) {
        return wait.compareTo(LONGEST) < 0 ? wait.toNanos() : LONGEST.toNanos();
    }

    private static long earlier(Optional<Long> one, long other) {
        return one.isPresent() && one.get() - other <= 0 ? one.get() : other;
    }

    /** Sees to it that {@code due} is told in time; returns whether it is to be told now. */
    private boolean arm() {
        if (closed.isPresent() || inFlight || announced || requested == completed) {
            return false;
        }
        long now = time.nanos();
        long at = immediate ? now : earlier(within, lastSave.orElse(now) + interval);
        if (at - now <= 0) {
            silence();
            announced = true;
            return true;
        }
        if (alarm.isEmpty() || at - alarm.get().at < 0) { // the earliest is kept (R-state-8)
            silence();
            alarm = Optional.of(new Alarm(at, time.after(Duration.ofNanos(at - now), () -> rings(at))));
        }
        return false;
    }

    private void rings(long at) {
        synchronized (this) {
            if (alarm.isEmpty() || alarm.get().at != at) {
                return; // it was silenced while it went off
            }
            alarm = Optional.empty();
            announced = true;
        }
        due.run();
    }

    private void silence() {
        alarm.ifPresent(set -> set.timer.cancel());
        alarm = Optional.empty();
    }

    private void tell(boolean now) {
        if (now) {
            due.run();
        }
    }
}
