package rivet.runtime.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Transaction;

/**
 * A transaction that outlives the turn that began it: nothing else reaches the database until it is over. There is one at a time; from any thread, the first end counts.
 */
public final class Hold {

    private final Commits commits;
    private final long number;
    private final Transaction transaction;

    Hold(Commits commits, long number, Transaction transaction) {
        this.commits = commits;
        this.number = number;
        this.transaction = transaction;
    }

    /** Returns the turn that it counts as when it is committed: what other turns change meanwhile comes behind it. */
    public long number() {
        return number;
    }

    Transaction transaction() {
        return transaction;
    }

    /** Runs a statement. Fails with a {@link rivet.spi.storage.StorageException}. */
    public CompletionStage<Result> execute(Statement statement) {
        return transaction.execute(statement);
    }

    /**
     * Commits it with what else belongs to it. A commit that did not happen does no harm to others: nothing builds on it. Never fails: how it ended is in the result.
     */
    public CompletionStage<Commit> commit(Optional<byte[]> state, List<Statement> rows) {
        return commits.commit(this, state, rows);
    }

    /** Undoes it, if it is not over. */
    public void release() {
        commits.release(this);
    }
}
