package rivet.engine.actor;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.directory.ActorRow;

/** What is done now and then: destructions that a process before did not finish are finished, destroyed actors are forgotten. */
final class Upkeep {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final int PAGE = 100;

    private final Surroundings around;
    private final Cells cells;
    private volatile Future<?> pruning;
    private volatile boolean closed;

    Upkeep(Surroundings around, Cells cells) {
        this.around = around;
        this.cells = cells;
    }

    void open() {
        pruning = around.timer().scheduleWithFixedDelay(this::prune, 1, 60, TimeUnit.SECONDS);
        resume();
    }

    void close() {
        closed = true;
        pruning.cancel(false);
    }

    private void resume() {
        around.table().condemned(PAGE).whenComplete((rows, failure) -> {
            if (failure != null) {
                LOG.warn("Unfinished destructions could not be read: {}", Causes.of(failure).toString());
            } else if (!rows.isEmpty()) {
                LOG.info("Finishing the destruction of {} actors", rows.size());
                resume(rows);
            }
        });
    }

    private void resume(List<ActorRow> rows) {
        CompletableFuture<?>[] done = rows.stream()
            .map(row -> cells.install(row).ending().done().toCompletableFuture())
            .toArray(CompletableFuture[]::new);
        // the next page holds others only once these are gone
        CompletableFuture.allOf(done).thenRun(() -> {
            if (!closed && rows.size() == PAGE) {
                resume();
            }
        });
    }

    private void prune() {
        around.table().prune(around.now() - around.limits().remembered().toMillis(), around.limits().rememberedCount())
            .exceptionally(failure -> {
                LOG.warn("Destroyed actors could not be forgotten: {}", Causes.of(failure).toString());
                return null;
            });
    }
}
