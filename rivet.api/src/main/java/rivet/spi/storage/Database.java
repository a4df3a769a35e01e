package rivet.spi.storage;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A database that is open for reading and writing. Calls come from one caller at a time, from any thread, and run in
 * their order. While a {@link Transaction} is open, the other operations wait for its end.
 */
@ProviderType
public interface Database {

    /** Runs one statement, committed by itself if it writes. Fails with a {@link StorageException}. */
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

    /** Closes the database after all operations before; rolls an open transaction back. Further operations fail with kind {@code CLOSED}. */
    CompletionStage<Void> close();
}
