package rivet.spi.storage;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/** An open transaction of a {@link Database}; savepoints are ordinary statements. Operations run in the order of the calls. */
@ProviderType
public interface Transaction {

    /**
     * Runs one statement. Fails with a {@link StorageException}; the transaction stays open unless that says otherwise
     * ({@link StorageException#endsTransaction}): then everything after it fails as well, and nothing is committed.
     */
    CompletionStage<Result> execute(Statement statement);

    /**
     * Runs last statements and commits. Never fails: how it ended is in the result, and the transaction is over in any case. A statement that fails undoes
     * everything.
     */
    CompletionStage<Commit> commit(List<Statement> last);

    /** Undoes everything. Completes in any case; the transaction is over. */
    CompletionStage<Void> rollback();
}
