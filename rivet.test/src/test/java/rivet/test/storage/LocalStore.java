package rivet.test.storage;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import rivet.spi.storage.Storage;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.store.Store;
import rivet.sqlite.store.StoreSettings;

/** The store of {@code rivet.sqlite} with its threads, and so few file handles that databases have to share them. */
final class LocalStore implements AutoCloseable {

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(4);
    private final Store store;

    LocalStore(Path folder, boolean synced) {
        StoreSettings settings = new StoreSettings(folder, "test " + ProcessHandle.current().pid(), 2, 3, 128, 2, 300,
            new Connections.Settings(synced, 64, 16, 100, 256));
        try {
            store = Store.start(settings, threads, timers);
        } catch (RuntimeException e) {
            threads.shutdown();
            timers.shutdown();
            throw e;
        }
    }

    Storage storage() {
        return store;
    }

    Later later() {
        return Later.by(timers);
    }

    @Override
    public void close() {
        store.close(Duration.ofSeconds(2)).toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
        threads.shutdown();
        timers.shutdown();
    }
}
