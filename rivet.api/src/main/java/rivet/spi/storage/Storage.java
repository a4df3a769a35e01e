package rivet.spi.storage;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/** A store of SQLite databases. */
@ProviderType
public interface Storage {

    /** Returns what this store can do. */
    Capabilities capabilities();

    /**
     * Opens a database for reading and writing, making it by the template if there is none. The caller closes it. Who opens
     * makes sure that it is the only one (the engine by its generations); a second open of the same database in this
     * process waits for the first to be closed.
     * <p>
     * Fails with a {@link StorageException}. Kind {@code CORRUPT}: it is damaged, and stays so until it is repaired or deleted; a new one is never made in the
     * place of a damaged one, of which a copy is kept. Kind {@code OVERLOADED}: too many wait, or it has waited too long; nothing was done.
     */
    CompletionStage<Database> open(DatabaseId id, Template template);

    /**
     * Runs queries on a database without opening it for writing, as one snapshot: for people who look, never for actors. Does
     * not make a database, nor wait for or hold up a writer.
     * <p>
     * Fails with a {@link StorageException}, of kind {@code NOT_FOUND} if there is no such database and {@code TIMEOUT} if it took
     * longer than the limit.
     */
    CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit);

    /**
     * Copies a database, as it is at one moment, into a file that is not there yet, without opening it for writing. Does not wait for or hold up a writer, but for its
     * checkpoints.
     * <p>
     * Fails with a {@link StorageException}, of kind {@code NOT_FOUND} if there is no such database and {@code STATEMENT} if this store cannot do that; what is in the file
     * then is of no use.
     */
    default CompletionStage<Void> copyTo(DatabaseId id, Path file) {
        return CompletableFuture.failedStage(new StorageException(StorageException.Kind.STATEMENT, "this store copies no databases"));
    }

    /**
     * Makes a database of a copy. The copy is looked at for damage and changed before it is there under the id, in one step; the file itself stays as it is.
     * <p>
     * Fails with a {@link StorageException}, and then there is no such database: of kind {@code BUSY} if there was one, {@code CORRUPT} if the copy is damaged or
     * something that is required of it is not so, and {@code STATEMENT} if this store cannot do that.
     *
     * @param required queries that each must give the number 1
     * @param changes are made in one transaction
     */
    default CompletionStage<Void> makeFrom(DatabaseId id, Path file, List<Statement> required, List<Statement> changes) {
        return CompletableFuture.failedStage(new StorageException(StorageException.Kind.STATEMENT, "this store makes no databases of copies"));
    }

    /** Returns whether there is such a database, be it a damaged one. Fails with a {@link StorageException}. */
    CompletionStage<Boolean> exists(DatabaseId id);

    /**
     * Deletes a database for good; without effect if there is none. The copy of a damaged one stays.
     * <p>
     * Fails with a {@link StorageException}, of kind {@code BUSY} if it is open. A deletion that failed may have been done in part: it is to be repeated.
     */
    CompletionStage<Void> delete(DatabaseId id);
}
