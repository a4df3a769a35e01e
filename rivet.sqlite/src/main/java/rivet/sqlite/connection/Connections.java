package rivet.sqlite.connection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;
import org.sqlite.SQLiteOpenMode;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/** Opens database files, each with the same settings. Safe for use by many threads. */
public final class Connections {

    /**
     * How connections are set.
     *
     * @param synced whether a commit waits for the disk
     * @param cacheKiB most page cache of a connection
     * @param keptStatements most compiled statements of a connection
     * @param busyMillis how long a statement waits for a lock that another process holds
     * @param checkpointPages size of the write-ahead log, in pages, from which it is copied back into the database
     * @param resultBytes most memory that the result of an author's statement may take
     */
    public record Settings(boolean synced, int cacheKiB, int keptStatements, int busyMillis, int checkpointPages, long resultBytes) {

        /** Settings with the usual limit on results. */
        public Settings(boolean synced, int cacheKiB, int keptStatements, int busyMillis, int checkpointPages) {
            this(synced, cacheKiB, keptStatements, busyMillis, checkpointPages, RESULT_BYTES);
        }
    }

    /** The usual limit on the result of an author's statement. */
    public static final long RESULT_BYTES = 32L << 20;

    // a text or blob that is longer is not made; more than any message, and little enough for many at once
    private static final int LONGEST_VALUE = 128 << 20;

    private static final int PAGE_BYTES = 4096;
    private static final String WRITE_AHEAD = "PRAGMA journal_mode=WAL; ";
    private static final String ALONE = "PRAGMA locking_mode=EXCLUSIVE; ";

    private final Settings settings;
    private final String pragmas;

    /** Makes an opener. */
    public Connections(Settings settings) {
        this.settings = settings;
        // the log keeps its size between checkpoints: writing over blocks a file already has is twice as fast to sync as appending
        // the first page is read before the small cache is set, into the big one of the default, which is why that is shrunk at once
        this.pragmas = """
            PRAGMA cache_size=-%2$d; PRAGMA shrink_memory; PRAGMA synchronous=%1$s; PRAGMA temp_store=MEMORY; PRAGMA foreign_keys=ON; \
            PRAGMA trusted_schema=OFF; PRAGMA wal_autocheckpoint=%3$d; PRAGMA journal_size_limit=%4$d""".formatted(
            settings.synced() ? "FULL" : "NORMAL", settings.cacheKiB(), settings.checkpointPages(), 2L * settings.checkpointPages() * PAGE_BYTES);
    }

    /** Loads SQLite and returns its version. Fails with a {@link StorageException} if there is none for this machine. */
    public String sqliteVersion() {
        try (SQLiteConnection connection = (SQLiteConnection) new JDBC().connect("jdbc:sqlite::memory:", new Properties())) {
            return connection.libversion();
        } catch (SQLException e) {
            throw Errors.of(e, "loading SQLite");
        }
    }

    /**
     * Opens a file that exists for writing. If the disk has no room for the index of the log that connections share, or cannot be written, that is kept
     * in memory, so that reading goes on; such a handle is not {@link Handle#sound} for another use. Fails with a {@link StorageException}.
     */
    public Handle open(Path file) {
        try {
            return handle(connect(file, SQLiteOpenMode.READWRITE, WRITE_AHEAD + pragmas), true);
        } catch (StorageException e) {
            requireFaultOfDisk(e);
            return makeshift(file, e);
        }
    }

    private static void requireFaultOfDisk(StorageException failure) {
        switch (failure.kind()) {
            case FULL, READ_ONLY, IO -> { }
            default -> throw failure;
        }
    }

    private Handle makeshift(Path file, StorageException failure) {
        try {
            return handle(connect(file, SQLiteOpenMode.READWRITE, ALONE + pragmas), false);
        } catch (StorageException e) {
            failure.addSuppressed(e);
            return handle(connectUnchanging(file, failure), false);
        }
    }

    /** Connects to a file that has no log and that nobody can change, on a disk where not even an empty log can be made. */
    private SQLiteConnection connectUnchanging(Path file, StorageException failure) {
        if (Files.exists(file.resolveSibling(file.getFileName() + "-wal"))) {
            throw failure;
        }
        try {
            return connect("file:" + file.toUri().getRawPath() + "?immutable=1", SQLiteOpenMode.READONLY, pragmas);
        } catch (StorageException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    /** Opens a file that exists for looking only. Fails with a {@link StorageException}. */
    public Reader openReader(Path file) {
        // Not in SQLite's read-only mode: as the last to close, such a connection leaves an empty log and its index beside the file.
        SQLiteConnection connection;
        try {
            connection = connect(file, SQLiteOpenMode.READWRITE, pragmas + "; PRAGMA query_only=ON");
        } catch (StorageException e) {
            requireFaultOfDisk(e);
            connection = connectUnchanging(file, e);
        }
        return new Reader(new Session(connection, settings), new Interrupts(connection.getDatabase()));
    }

    /**
     * Makes a file with a database of these statements, complete without a log beside it. Fails with a {@link StorageException}, also if the
     * folder is on a file system where SQLite cannot keep a write-ahead log.
     */
    public void create(Path file, List<Statement> statements) {
        Handle handle = handle(connect(file, SQLiteOpenMode.CREATE,
            "PRAGMA page_size=" + PAGE_BYTES + "; PRAGMA auto_vacuum=NONE; " + WRITE_AHEAD + pragmas), true);
        try {
            Object mode = handle.execute(Statement.of("PRAGMA journal_mode")).rows().getFirst()[0];
            if (!"wal".equals(mode)) {
                throw new StorageException(Kind.IO, "SQLite cannot keep a write-ahead log on the file system of " + file.getParent());
            }
            switch (handle.batch(statements)) {
                case Commit.Committed done -> { }
                case Commit.NotCommitted(StorageException cause) -> throw cause;
                case Commit.Unknown(StorageException cause) -> throw cause;
            }
        } finally {
            handle.close();
        }
    }

    private Handle handle(SQLiteConnection connection, boolean lasting) {
        return new Handle(new Session(connection, settings), new Interrupts(connection.getDatabase()), lasting);
    }

    private SQLiteConnection connect(Path file, SQLiteOpenMode mode, String setup) {
        return connect(file.toAbsolutePath().toString(), mode, setup);
    }

    private SQLiteConnection connect(String file, SQLiteOpenMode mode, String setup) {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.resetOpenMode(SQLiteOpenMode.READWRITE);
        config.setOpenMode(mode);
        if (mode == SQLiteOpenMode.CREATE) {
            config.setOpenMode(SQLiteOpenMode.READWRITE);
        }
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        config.setBusyTimeout(settings.busyMillis());
        Properties properties = config.toProperties();
        properties.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, "false");
        SQLiteConnection connection = null;
        try {
            connection = (SQLiteConnection) new JDBC().connect("jdbc:sqlite:" + file, properties);
            // As long as sqlite-jdbc believes that it commits after each statement it makes sure of that by BEGIN and COMMIT. We say those ourselves.
            connection.getConnectionConfig().setAutoCommit(false);
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
            connection.getDatabase()._exec(setup);
            return connection;
        } catch (SQLException e) {
            throw closing(connection, Errors.of(e, "opening " + file));
        }
    }

    private static StorageException closing(SQLiteConnection connection, StorageException failure) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }
}
