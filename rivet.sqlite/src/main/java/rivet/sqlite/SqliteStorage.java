package rivet.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.Template;
import rivet.sqlite.store.Store;
import rivet.sqlite.store.StoreSettings;

/** The store of this process: a file for each database, below one folder. It owns the threads; a change of its configuration restarts it. */
@Component(service = Storage.class)
@Designate(ocd = Config.class)
public final class SqliteStorage implements Storage {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStorage.class);
    // calls of exists() and delete() beyond the files that are open
    private static final int SPARE_TASKS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration END_OF_PATIENCE = Duration.ofSeconds(8);

    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timers;
    private final StoreSettings settings;
    private final Store store;

    /** Starts the store; fails if the configuration is wrong or the data folder is in use. */
    @Activate
    public SqliteStorage(BundleContext context, Config config) throws IOException {
        settings = ConfigCheck.settings(config, process());
        NativeLibrary.unpackInto(context.getDataFile("native").toPath());
        int tasks = settings.handlesAtMost() + settings.readers() + SPARE_TASKS;
        threads = new ThreadPoolExecutor(config.threads(), config.threads(), 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(tasks),
            threads().name("rivet-sqlite-", 1).factory());
        threads.allowCoreThreadTimeOut(true);
        timers = new ScheduledThreadPoolExecutor(1, threads().name("rivet-sqlite-timers").factory());
        timers.setRemoveOnCancelPolicy(true);
        try {
            store = Store.start(settings, threads, timers);
        } catch (RuntimeException | Error e) {
            LOG.error("The store does not start: {}", e.getMessage());
            stopThreads();
            throw e;
        }
        LOG.info("Databases are in {}, SQLite {}, durability {}", settings.data(), store.capabilities().sqliteVersion(), config.durability());
    }

    /** They begin in turns of actors, and must not take over the class loader of an actor's code: they would keep it as long as they live. */
    private static Thread.Builder.OfPlatform threads() {
        return Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false);
    }

    /** Finishes what waits, within a time limit, and frees the data folder. */
    @Deactivate
    void close() {
        var closed = store.close(PATIENCE).whenComplete((done, failure) -> stopThreads()).toCompletableFuture();
        try {
            // Services must be gone when this returns, so here, in the owner of the threads, the wait is a blocking one.
            closed.get(END_OF_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.warn("{} databases are still busy; {} stays locked until they are done", store.openHandles(), settings.data());
        } catch (ExecutionException e) {
            LOG.warn("The store was not closed cleanly", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Capabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        return store.open(id, template);
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return store.read(id, queries, limit);
    }

    @Override
    public CompletionStage<Void> copyTo(DatabaseId id, Path file) {
        return store.copyTo(id, file);
    }

    @Override
    public CompletionStage<Void> makeFrom(DatabaseId id, Path file, List<Statement> required, List<Statement> changes) {
        return store.makeFrom(id, file, required, changes);
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        return store.exists(id);
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        return store.delete(id);
    }

    private void stopThreads() {
        threads.shutdown();
        timers.shutdown();
    }

    private static String process() {
        ProcessHandle self = ProcessHandle.current();
        return "pid " + self.pid() + self.info().startInstant().map(start -> ", started " + start).orElse("");
    }
}
