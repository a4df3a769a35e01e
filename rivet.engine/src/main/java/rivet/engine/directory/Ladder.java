package rivet.engine.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * The numbered steps by which a database came to its present schema. A rung is climbed once, in one transaction together with the
 * note of it; rungs that were shipped never change. A database that stands higher than this code knows is refused before any damage.
 */
final class Ladder {

    private static final Statement GROUND = Statement.of(
        "CREATE TABLE IF NOT EXISTS schema_rung (number INTEGER PRIMARY KEY, climbed_ts INTEGER NOT NULL)");
    private static final Statement HEIGHT = Statement.of("SELECT COALESCE(MAX(number), 0) FROM schema_rung");

    private final List<List<Statement>> rungs;

    Ladder(List<List<Statement>> rungs) {
        this.rungs = List.copyOf(rungs);
    }

    /** Climbs what is left. Fails with a {@link rivet.spi.storage.StorageException} or an {@link IllegalStateException}. */
    CompletionStage<Void> climb(Database database, long now) {
        return database.batch(List.of(GROUND))
            .thenCompose(Ladder::committed)
            .thenCompose(done -> database.execute(HEIGHT))
            .thenCompose(height -> from(database, height(height), now));
    }

    private static int height(Result result) {
        return Math.toIntExact((long) result.rows().getFirst()[0]);
    }

    private CompletionStage<Void> from(Database database, int height, long now) {
        if (height > rungs.size()) {
            return CompletableFuture.failedFuture(new IllegalStateException("The engine's directory stands on rung " + height
                + ", this version knows " + rungs.size() + ": it was written by a newer version"));
        }
        if (height == rungs.size()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Statement> step = new ArrayList<>(rungs.get(height));
        step.add(Statement.of("INSERT INTO schema_rung (number, climbed_ts) VALUES (?, ?)", height + 1, now));
        return database.batch(step).thenCompose(Ladder::committed).thenCompose(done -> from(database, height + 1, now));
    }

    private static CompletionStage<Void> committed(Commit commit) {
        return switch (commit) {
            case Commit.Committed done -> CompletableFuture.completedFuture(null);
            case Commit.NotCommitted(var cause) -> CompletableFuture.failedFuture(cause);
            case Commit.Unknown(var cause) -> CompletableFuture.failedFuture(cause);
        };
    }
}
