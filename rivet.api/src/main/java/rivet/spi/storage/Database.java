package rivet.spi.storage;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A database that is open for reading and writing. Calls come from one caller at a time, from any thread, and run in
 * their order. While a {@link Transaction} is open, the other operations wait for its end. Being open is the right to use it; a store need not keep its
 * file open all the time. So what belongs to a connection and not to the database, such as temporary tables and most PRAGMAs, is only there
 * until the end of the operation or transaction.
 * <p>
 * After a failure of kind {@code IO} it is open whether a statement that writes was done; after any other kind it was not. After {@code FULL} and
 * {@code READ_ONLY} reading goes on, and writing does once the disk is well again. After {@code CORRUPT}, and after a commit that ended
 * {@link Commit.Unknown}, a store may refuse everything until the database is opened again. {@code OVERLOADED} says that the operation was not begun: too
 * many wait, or it has waited too long.
 */
@ProviderType
public interface Database {

    /** Runs one statement, committed by itself if it writes. Fails with a {@link StorageException}, as said above. */
    CompletionStage<Result> execute(Statement statement);

    /**
     * Runs queries in one go; they see one snapshot. Fails with a {@link StorageException}.
     *
     * @return one result for each
     */
    CompletionStage<List<Result>> query(List<Statement> queries);

    /** Runs statements as one transaction: all or none. Never fails: how it ended is in the result. */
    CompletionStage<Commit> batch(List<Statement> statements);

    /**
     * Begins a transaction for writing ({@code BEGIN IMMEDIATE}). One that is not ended within the time is rolled back, and its
     * further operations fail with kind {@code TIMEOUT}.
     * <p>
     * Fails with a {@link StorageException}.
     */
    CompletionStage<Transaction> begin(Duration timeout);

    /**
     * Stops a guarded statement, the very object that was given to {@link #execute}, {@link #query} or {@link Transaction#execute}, if it is the one that runs
     * now; it then fails with kind {@code TIMEOUT}. One that waits, or that is over, is not touched, so who wants it stopped repeats this until it has ended.
     * A store that cannot stop statements leaves this as it is.
     */
    default void interrupt(Statement running) {}

    /**
     * Closes the database after all operations before; rolls an open transaction back. Further operations fail with kind {@code CLOSED}. Never fails, and may be
     * called again.
     */
    CompletionStage<Void> close();
}
