package rivet.sqlite.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.spi.storage.Commit;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.connection.Handle;
import rivet.sqlite.connection.Integrity;
import rivet.sqlite.file.DatabaseFiles;

/** Opens and closes the files of databases for those who have them to themselves, and sets files aside that are damaged. */
final class FileOpener {

    private static final Logger LOG = LoggerFactory.getLogger(FileOpener.class);
    // a bigger file would keep its actor waiting: damage is found when it is used
    private static final long CHECKED_BYTES = 64L << 20;

    private final DatabaseFiles files;
    private final Connections connections;

    FileOpener(DatabaseFiles files, Connections connections) {
        this.files = files;
        this.connections = connections;
    }

    /**
     * Opens a file. Fails with a {@link StorageException}, of kind {@code CORRUPT} if it is damaged, when it has been set aside.
     *
     * @param template makes the file if there is none; without it that is a failure
     */
    Handle open(DatabaseId id, Optional<Template> template) {
        if (template.isPresent()) {
            files.make(id, template.get());
        }
        // a log is left when the last use was not ended by closing the file
        boolean unclean = files.hasLog(id);
        try {
            Handle handle = connections.open(files.existing(id));
            return unclean ? checked(id, handle, files.bytes(id) <= CHECKED_BYTES ? Integrity.PAGES : Integrity.SCHEMA) : handle;
        } catch (StorageException e) {
            throw e.kind() == Kind.CORRUPT ? setAside(id, e) : e;
        }
    }

    /** Looks whether a file is damaged, in which a use has seen damage. Fails with kind {@code CORRUPT} if so, when it has been set aside. */
    void examine(DatabaseId id) {
        try {
            close(id, checked(id, connections.open(files.existing(id)), Integrity.CONTENT));
            LOG.warn("The database {} was said to be damaged, but is not", id);
        } catch (StorageException e) {
            throw e.kind() == Kind.CORRUPT ? setAside(id, e) : e;
        }
    }

    /** Looks at a copy for damage, sees that all is so that is required, and changes it; nothing is left in a log. Fails with a {@link StorageException}. */
    void prepare(Path copy, List<Statement> required, List<Statement> changes) {
        Handle handle = connections.open(copy);
        try {
            handle.check(Integrity.CONTENT);
            for (Result result : handle.query(required)) {
                if (result.rows().size() != 1 || !Long.valueOf(1).equals(result.rows().getFirst()[0])) {
                    throw new StorageException(Kind.CORRUPT, "something is missing in the copy of a database, or there is something that may not be");
                }
            }
            switch (handle.batch(changes)) {
                case Commit.Committed _ -> { }
                case Commit.NotCommitted(StorageException cause) -> throw cause;
                case Commit.Unknown(StorageException cause) -> throw cause;
            }
        } finally {
            handle.close();
        }
    }

    /** What was committed is safe in the log, so a failure here costs nothing but the room that the log takes. */
    void close(DatabaseId id, Handle handle) {
        try {
            handle.close();
        } catch (RuntimeException e) {
            LOG.warn("The database {} was not closed cleanly", id, e);
        }
    }

    private Handle checked(DatabaseId id, Handle handle, Integrity depth) {
        try {
            handle.check(depth);
            return handle;
        } catch (RuntimeException e) {
            close(id, handle);
            throw e;
        }
    }

    private StorageException setAside(DatabaseId id, StorageException damage) {
        try {
            Path kept = files.quarantine(id, damage.getMessage());
            LOG.error("The database {} is damaged and was moved to {}", id, kept, damage);
            return new StorageException(Kind.CORRUPT, "the database " + id + " is damaged and was moved to " + kept + ": " + damage.getMessage(), damage);
        } catch (StorageException e) {
            LOG.error("The database {} is damaged and could not be set aside", id, e);
            damage.addSuppressed(e);
            return damage;
        }
    }
}
