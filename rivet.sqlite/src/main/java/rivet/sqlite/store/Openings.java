package rivet.sqlite.store;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.connection.Handle;
import rivet.sqlite.connection.Interrupts;
import rivet.sqlite.file.DatabaseFiles;
import rivet.sqlite.store.Slots.Use;

/** Opens, closes and deletes databases, and knows those that are open. */
final class Openings {

    private static final Logger LOG = LoggerFactory.getLogger(Openings.class);

    private final StoreSettings settings;
    private final DatabaseFiles files;
    private final Connections connections;
    private final Executor executor;
    private final ScheduledExecutorService timers;
    private final Slots<Handle> slots;
    private final Set<OpenDatabase> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Openings(StoreSettings settings, DatabaseFiles files, Connections connections, Executor executor, ScheduledExecutorService timers) {
        this.settings = settings;
        this.files = files;
        this.connections = connections;
        this.executor = executor;
        this.timers = timers;
        this.slots = new Slots<>(settings.handlesAtRest(), settings.handlesAtMost(), this::closeResting);
    }

    Slots<Handle> slots() {
        return slots;
    }

    CompletionStage<Database> open(DatabaseId id, Template template) {
        return new Claim<Database>(id, Use.WRITE) {
            @Override
            public void granted(Optional<Handle> handle) {
                if (handle.isPresent()) {
                    result.complete(opened(id, handle.get()));
                } else {
                    onThread(() -> result.complete(opened(id, connections.open(files.make(id, template)))), this::failed);
                }
            }
        }.made();
    }

    CompletionStage<Void> delete(DatabaseId id) {
        return new Claim<Void>(id, Use.DELETE) {
            @Override
            public void granted(Optional<Handle> handle) {
                onThread(() -> {
                    handle.ifPresent(rested -> closeHandle(id, rested));
                    files.delete(id);
                    slots.release(id, Use.DELETE, Optional.empty());
                    result.complete(null);
                }, this::failed);
            }
        }.made();
    }

    /** Has every open database closed after what waits in it; completes when no file is in use any more. */
    CompletableFuture<Void> close() {
        closed = true;
        open.forEach(OpenDatabase::close);
        return slots.close();
    }

    /** Does something to whatever statements are running. */
    void toStatements(Consumer<Interrupts> action) {
        open.forEach(database -> action.accept(database.handle().interrupts()));
    }

    private Database opened(DatabaseId id, Handle handle) {
        OpenDatabase database = new OpenDatabase(handle, executor, settings.waiting(), timers, done -> release(id, done));
        open.add(database);
        // close() sets the flag before it looks for open databases, so one of the two sees this one
        if (closed) {
            database.close();
        }
        return database;
    }

    private void release(DatabaseId id, OpenDatabase database) {
        open.remove(database);
        Handle handle = database.handle();
        if (handle.rest()) {
            slots.release(id, Use.WRITE, Optional.of(handle));
        } else {
            closeHandle(id, handle);
            slots.release(id, Use.WRITE, Optional.empty());
        }
    }

    private void closeResting(DatabaseId id, Handle handle) {
        Runnable close = () -> {
            closeHandle(id, handle);
            slots.release(id, Use.CLOSE, Optional.empty());
        };
        // without a thread of the store, on whatever thread this is: a handle must not be lost
        onThread(close, refusal -> close.run());
    }

    /** What was committed is safe in the log, so a failure here costs nothing but the room that the log takes. */
    private static void closeHandle(DatabaseId id, Handle handle) {
        try {
            handle.close();
        } catch (RuntimeException e) {
            LOG.warn("The database {} was not closed cleanly", id, e);
        }
    }

    private void onThread(Runnable work, Consumer<StorageException> failed) {
        try {
            executor.execute(() -> {
                try {
                    work.run();
                } catch (StorageException e) {
                    failed.accept(e);
                } catch (RuntimeException | Error e) {
                    failed.accept(new StorageException(Kind.IO, "a storage operation broke: " + e, e));
                }
            });
        } catch (RejectedExecutionException e) {
            failed.accept(new StorageException(Kind.OVERLOADED, "the store has no thread left", e));
        }
    }

    /** Somebody who waits for a file, and for a result that comes of using it. */
    private abstract class Claim<T> implements Slots.Applicant<Handle> {

        final DatabaseId id;
        final CompletableFuture<T> result = new CompletableFuture<>();
        private final Use use;

        Claim(DatabaseId id, Use use) {
            this.id = id;
            this.use = use;
        }

        CompletableFuture<T> made() {
            slots.apply(id, use, this);
            return result;
        }

        void failed(StorageException cause) {
            slots.release(id, use, Optional.empty());
            result.completeExceptionally(cause);
        }

        @Override
        public void refused(StorageException cause) {
            result.completeExceptionally(cause);
        }
    }
}
