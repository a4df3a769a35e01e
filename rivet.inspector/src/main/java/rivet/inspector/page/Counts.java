package rivet.inspector.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.inspect.ActorCount;
import rivet.inspect.Inspection;

/** How many actors there are: counted for all pages together, once in a while, since the whole directory is read for it. */
final class Counts {

    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Inspection inspection;
    private final InstantSource clock;
    // guarded by this: the latest count, under way or done, and when it began
    private CompletableFuture<List<ActorCount>> latest;
    private Instant begun = Instant.MIN;

    Counts(Inspection inspection, InstantSource clock) {
        this.inspection = inspection;
        this.clock = clock;
    }

    synchronized CompletionStage<List<ActorCount>> get() {
        boolean useful = latest != null && !latest.isCompletedExceptionally() && (!latest.isDone() || begun.plus(FRESH).isAfter(clock.instant()));
        if (!useful) {
            begun = clock.instant();
            latest = inspection.counts().toCompletableFuture();
        }
        return latest.copy();
    }
}
