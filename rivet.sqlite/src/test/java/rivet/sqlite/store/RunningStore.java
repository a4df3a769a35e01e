package rivet.sqlite.store;

import static rivet.sqlite.store.Await.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.UnaryOperator;

import rivet.sqlite.connection.Connections;

/** A store with its threads, as the component would run it. */
public record RunningStore(Store store, ExecutorService threads, ScheduledThreadPoolExecutor timers) implements AutoCloseable {

    /** Settings of a small store, to be varied. */
    public record Settings(boolean synced, int threads, int atRest, int atMost, int waiting, int seconds, int checkpointPages, String process) {

        Settings synced(boolean value) {
            return new Settings(value, threads, atRest, atMost, waiting, seconds, checkpointPages, process);
        }

        Settings handles(int rest, int most) {
            return new Settings(synced, threads, rest, most, waiting, seconds, checkpointPages, process);
        }

        Settings waiting(int most) {
            return new Settings(synced, threads, atRest, atMost, most, seconds, checkpointPages, process);
        }

        Settings seconds(int most) {
            return new Settings(synced, threads, atRest, atMost, waiting, most, checkpointPages, process);
        }

        Settings checkpointPages(int pages) {
            return new Settings(synced, threads, atRest, atMost, waiting, seconds, pages, process);
        }
    }

    /** Starts one. */
    public static RunningStore start(Path folder, UnaryOperator<Settings> variation) {
        Settings settings = variation.apply(new Settings(false, 4, 20, 40, 128, 300, 256, "test " + ProcessHandle.current().pid()));
        ExecutorService threads = Executors.newFixedThreadPool(settings.threads());
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1);
        Connections.Settings connections = new Connections.Settings(settings.synced(), 64, 16, 100, settings.checkpointPages());
        try {
            Store store = Store.start(
                new StoreSettings(folder, settings.process(), settings.atRest(), settings.atMost(), settings.waiting(), 2, settings.seconds(), connections),
                threads, timers);
            return new RunningStore(store, threads, timers);
        } catch (RuntimeException e) {
            threads.shutdown();
            timers.shutdown();
            throw e;
        }
    }

    @Override
    public void close() {
        await(store.close(Duration.ofSeconds(2)));
        threads.shutdown();
        timers.shutdown();
    }
}
