package rivet.sqlite.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.connection.Interrupts;
import rivet.sqlite.file.DatabaseFiles;
import rivet.sqlite.file.Disk;
import rivet.sqlite.file.FolderLock;
import rivet.sqlite.file.Folders;
import rivet.sqlite.file.Templates;

/**
 * Databases as files below one folder, which belongs to this store until it is closed. All native work happens on the threads of the executor,
 * and results arrive on them.
 */
public final class Store implements Storage {

    private static final long INTERRUPT_AGAIN_MILLIS = 50;

    /** Longest that a copy of a database may take. */
    private static final Duration COPYING = Duration.ofMinutes(5);

    private final StoreSettings settings;
    private final Executor executor;
    private final ScheduledExecutorService timers;
    private final FolderLock lock;
    private final Capabilities capabilities;
    private final DatabaseFiles files;
    private final Openings openings;
    private final Readings readings;
    private final Future<?> watch;

    /**
     * Starts a store in its data folder. Fails with a {@link StorageException}, of kind {@code BUSY} if the folder is in use.
     *
     * @param executor platform threads; needs room for a task of each handle, and of each caller of {@code exists} and {@code delete}
     * @param timers for time limits; must outlive the store
     */
    public static Store start(StoreSettings settings, Executor executor, ScheduledExecutorService timers) {
        Folders folders = new Folders(settings.data().toAbsolutePath());
        Disk disk = new Disk(settings.connections().synced());
        try {
            disk.makeFolder(settings.data().toAbsolutePath());
            FolderLock lock = FolderLock.acquire(settings.data(), settings.process());
            try {
                folders.prepare(disk);
                return new Store(settings, executor, timers, folders, disk, lock);
            } catch (IOException | RuntimeException | Error e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new StorageException(Kind.IO, "cannot use the data folder " + settings.data().toAbsolutePath(), e);
        }
    }

    private Store(StoreSettings settings, Executor executor, ScheduledExecutorService timers, Folders folders, Disk disk, FolderLock lock) {
        Connections connections = new Connections(settings.connections());
        this.settings = settings;
        this.executor = executor;
        this.timers = timers;
        this.lock = lock;
        this.capabilities = new Capabilities(connections.sqliteVersion(), Integer.MAX_VALUE, true, settings.connections().synced());
        this.files = new DatabaseFiles(folders, disk, new Templates(folders, disk, connections));
        this.openings = new Openings(settings, files, connections, executor, timers);
        this.readings = new Readings(openings.slots(), files, connections, settings.readers(), executor, timers);
        this.watch = timers.scheduleWithFixedDelay(this::watch, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        return openings.open(id, template);
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return readings.read(id, queries, limit);
    }

    @Override
    public CompletionStage<Void> copyTo(DatabaseId id, Path file) {
        return readings.copyTo(id, file, COPYING);
    }

    @Override
    public CompletionStage<Void> makeFrom(DatabaseId id, Path file, List<Statement> required, List<Statement> changes) {
        return openings.makeFrom(id, file, required, changes);
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        Task<Boolean> task = Task.failing(() -> files.exists(id));
        try {
            executor.execute(task::run);
        } catch (RejectedExecutionException e) {
            task.refuse(new StorageException(Kind.CLOSED, "the store is closed or has no thread left", e));
        }
        return task.result();
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        return openings.delete(id);
    }

    /** Returns how many files are open. */
    public int openHandles() {
        return openings.handles();
    }

    /**
     * Lets nothing new in, does what already waits, and gives the data folder free. What still runs when the patience is over is interrupted.
     *
     * @return completes when the folder is free
     */
    public CompletionStage<Void> close(Duration patience) {
        readings.close();
        CompletableFuture<Void> unused = openings.close();
        Future<?> hurry = timers.scheduleWithFixedDelay(() -> openings.toStatements(Interrupts::interruptAny), patience.toMillis(),
            INTERRUPT_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        return unused.thenRun(() -> {
            hurry.cancel(false);
            watch.cancel(false);
            unlock();
        });
    }

    private void watch() {
        // the first tick comes at any moment of the first second
        openings.toStatements(running -> running.tick(settings.statementSeconds() + 1));
        openings.tick();
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new StorageException(Kind.IO, "cannot free the data folder " + settings.data().toAbsolutePath(), e);
        }
    }
}
