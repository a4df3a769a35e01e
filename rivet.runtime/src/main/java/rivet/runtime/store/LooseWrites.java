package rivet.runtime.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;

/**
 * The writes of an incarnation that are not the work of turns, for durability {@code interval}: each is committed by itself. Such a write builds on no other and no other
 * builds on it, so that it may fail without harm; but if it fails because somebody else has written what the incarnation has not seen, that ends the incarnation. Their
 * order among all that is handed over to its {@link Commits} is kept.
 */
public final class LooseWrites {

    private final Database database;
    private final Commits commits;

    /** Makes them. */
    public LooseWrites(Database database, Commits commits) {
        this.database = database;
        this.commits = commits;
    }

    /** Stores the state. Never fails: how it ended is in the result. */
    public CompletionStage<Commit> save(byte[] state) {
        return commits.handOver(fence -> database.batch(List.of(fence.hold(), Rows.state(state)))).thenCompose(this::noticed);
    }

    /**
     * Runs a statement.
     *
     * @return fails with what the store failed with
     * @throws rivet.error.RivetException {@code actor.storage_failed} if a commit has failed, {@code actor.aborted} if the incarnation has ended
     */
    public CompletionStage<Result> execute(Statement statement) {
        return commits.begin().handle((begun, error) -> {
            if (error != null) {
                commits.notBegun();
                return CompletableFuture.<Result> failedStage(error);
            }
            return execute(statement, begun);
        }).thenCompose(stage -> stage);
    }

    private CompletionStage<Result> execute(Statement statement, Transaction in) {
        return in.execute(statement).handle((result, error) -> {
            if (error != null) {
                commits.abandoned(in);
                return CompletableFuture.<Result> failedStage(error);
            }
            return commits.endedAlone(in).thenCompose(this::noticed).thenCompose(commit -> switch (commit) {
                case Commit.Committed _ -> CompletableFuture.completedStage(result);
                case Commit.NotCommitted(StorageException cause) -> CompletableFuture.failedStage(cause);
                case Commit.Unknown(StorageException cause) -> CompletableFuture.failedStage(cause);
            });
        }).thenCompose(stage -> stage);
    }

    /** Finds out whether the fence refused a write. */
    private CompletionStage<Commit> noticed(Commit commit) {
        if (!(commit instanceof Commit.NotCommitted(StorageException cause)) || cause.kind() != Kind.CONSTRAINT) {
            return CompletableFuture.completedStage(commit);
        }
        return database.query(List.of(Fence.read())).handle((read, error) -> {
            if (error == null) {
                commits.refused(cause, read.getFirst());
            }
            return commit;
        });
    }
}
