package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;

import rivet.runtime.time.Time;

/**
 * Puts an actor to sleep that has had nothing to do for a while (R-sleep-1): no task that has not ended, no connection, nothing that keeps it awake (R-sleep-4). One
 * timer an awake actor, which looks when the last turn ended instead of being set anew by each.
 */
final class Idle {

    private final Cell cell;
    private final Time time;
    private Optional<Time.Timer> timer = Optional.empty(); // guarded by this
    private long since; // guarded by this
    private boolean ended; // guarded by this

    Idle(Cell cell, Time time) {
        this.cell = cell;
        this.time = time;
    }

    /** An instance is ready. */
    synchronized void begin() {
        since = time.nanos();
        cell.code().ifPresent(code -> {
            if (!code.options().noSleep()) {
                schedule(code.options().sleepTimeout());
            }
        });
    }

    private void schedule(Duration wait) {
        timer.ifPresent(Time.Timer::cancel);
        timer = ended ? Optional.empty() : Optional.of(time.after(wait, this::look));
    }

    private void look() {
        Optional<Instance> running = cell.instance();
        Duration timeout = cell.code().map(code -> code.options().sleepTimeout()).orElse(Duration.ofSeconds(30));
        Duration left = running.isEmpty() ? timeout : left(running.get(), timeout);
        if (left.isPositive()) {
            synchronized (this) {
                schedule(left);
            }
        } else {
            cell.intents().idle();
        }
    }

    private Duration left(Instance instance, Duration timeout) {
        int tasks = instance.turns().begun() + instance.turns().waiting() - instance.activity().resting();
        if (tasks > 0 || cell.connections().keepAwake() || cell.watches().any() || instance.activity().keepsAwake()) {
            return timeout;
        }
        long last;
        synchronized (this) {
            last = Math.max(since, instance.stats().lastActive());
        }
        return timeout.minusNanos(time.nanos() - last);
    }

    /** The generation ends. */
    synchronized void end() {
        ended = true;
        timer.ifPresent(Time.Timer::cancel);
    }
}
