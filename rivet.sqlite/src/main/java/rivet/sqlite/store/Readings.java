package rivet.sqlite.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.connection.Interrupts;
import rivet.sqlite.connection.Reader;
import rivet.sqlite.file.DatabaseFiles;
import rivet.sqlite.store.Slots.Use;

/** Looks at databases, each time on a connection of its own and within a time limit, a few at once so that the actors keep their threads. */
final class Readings {

    private static final int WAITING = 256;
    // an interrupt that falls between two statements is lost
    private static final long INTERRUPT_AGAIN_MILLIS = 20;

    private final Slots slots;
    private final DatabaseFiles files;
    private final Connections connections;
    private final ScheduledExecutorService timers;
    private final Limiter limiter;
    private final Set<Reading<?>> unfinished = ConcurrentHashMap.newKeySet();

    Readings(Slots slots, DatabaseFiles files, Connections connections, int atOnce, Executor executor,
        ScheduledExecutorService timers) {
        this.slots = slots;
        this.files = files;
        this.connections = connections;
        this.limiter = new Limiter(executor, atOnce, WAITING);
        this.timers = timers;
    }

    CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return begin(id, limit, (reader, operation) -> reader.query(queries, operation));
    }

    CompletionStage<Void> copyTo(DatabaseId id, Path file, Duration limit) {
        return begin(id, limit, (reader, operation) -> {
            reader.copyTo(file, operation);
            return null;
        });
    }

    private <T> CompletionStage<T> begin(DatabaseId id, Duration limit, BiFunction<Reader, Object, T> look) {
        Reading<T> reading = new Reading<>(id, look);
        try {
            reading.endIn(limit);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new StorageException(Kind.CLOSED, "the store is closed", e));
        }
        unfinished.add(reading);
        slots.apply(id, Use.READ, reading);
        return reading.result;
    }

    /** Ends all that is not finished. */
    void close() {
        unfinished.forEach(reading -> reading.end(new StorageException(Kind.CLOSED, "the store is closed")));
    }

    /**
     * One look. {@code interrupts} and {@code ended} change under the monitor, so that an end from outside stops a statement that runs or keeps it
     * from beginning, but never touches a connection that is closed.
     */
    private final class Reading<T> implements Slots.Applicant {

        private final DatabaseId id;
        private final BiFunction<Reader, Object, T> look;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        // guarded by this
        private StorageException ended;
        private Interrupts interrupts;
        private Future<?> timer;

        private Reading(DatabaseId id, BiFunction<Reader, Object, T> look) {
            this.id = id;
            this.look = look;
        }

        @Override
        public void granted() {
            if (!limiter.offer(this::run)) {
                slots.release(id, Use.READ);
                fail(new StorageException(Kind.OVERLOADED, "too many look at databases"));
            }
        }

        @Override
        public void refused(StorageException cause) {
            fail(cause);
        }

        private void run() {
            Task<T> task = Task.failing(this::look);
            task.run();
            slots.release(id, Use.READ);
            finish();
            task.result().whenComplete((rows, failure) -> {
                if (failure == null) {
                    result.complete(rows);
                } else {
                    result.completeExceptionally(failure);
                }
            });
        }

        private T look() {
            Reader reader = connections.openReader(files.existing(id));
            try {
                enter(reader.interrupts());
                return look.apply(reader, this);
            } catch (StorageException e) {
                throw reason(e);
            } finally {
                enter(null);
                reader.close();
            }
        }

        private synchronized void enter(Interrupts target) {
            interrupts = target;
            if (target != null && ended != null) {
                throw ended;
            }
        }

        private synchronized StorageException reason(StorageException failure) {
            return ended != null ? ended : failure;
        }

        private synchronized void endIn(Duration limit) {
            timer = timers.schedule(() -> end(new StorageException(Kind.TIMEOUT, "reading took longer than " + limit)), TimeUnit.NANOSECONDS.convert(limit),
                TimeUnit.NANOSECONDS);
        }

        private void end(StorageException cause) {
            synchronized (this) {
                ended = cause;
                interrupt();
            }
            fail(cause);
        }

        private synchronized void interrupt() {
            if (interrupts != null) {
                interrupts.interrupt(this);
                timers.schedule(this::interrupt, INTERRUPT_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            }
        }

        private void fail(StorageException cause) {
            finish();
            result.completeExceptionally(cause);
        }

        private void finish() {
            synchronized (this) {
                timer.cancel(false);
            }
            unfinished.remove(this);
        }
    }
}
