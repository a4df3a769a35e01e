package rivet.runtime.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.runtime.time.Time;

/**
 * How long to wait before an actor is restarted in place: the first time not at all, then longer each time, until it has held out for a while. Used by one restart at a
 * time, but for {@link #cut}.
 */
final class RestartPauses {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration STABLE = Duration.ofSeconds(30);

    private final Platform platform;
    private final Time time;
    private Duration next = Duration.ZERO;
    private long lastNanos;
    private final CompletableFuture<Void> cut = new CompletableFuture<>();

    RestartPauses(Platform platform) {
        this.platform = platform;
        time = platform.time();
    }

    /** Returns a stage that completes when a restart that is due may begin. */
    CompletionStage<Void> over() {
        Duration pause = next();
        return pause.isZero() ? CompletableFuture.completedStage(null) : platform.orAfter(cut, pause);
    }

    /** Ends a pause, and every later one: the actor is to be stopped, which waits for its restart. From any thread. */
    void cut() {
        cut.complete(null);
    }

    /** Returns the pause before a restart that is due now. */
    Duration next() {
        long now = time.nanos();
        if (!next.isZero() && now - lastNanos >= STABLE.toNanos()) {
            next = Duration.ZERO;
        }
        Duration pause = next;
        next = pause.isZero() ? FIRST : pause.multipliedBy(2);
        if (next.compareTo(LONGEST) > 0) {
            next = LONGEST;
        }
        lastNanos = now + pause.toNanos();
        return pause;
    }
}
