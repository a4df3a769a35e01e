package rivet.sqlite.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.connection.Handle;
import rivet.sqlite.connection.Interrupts;
import rivet.sqlite.file.DatabaseFiles;
import rivet.sqlite.store.HandlePool.Eldest;
import rivet.sqlite.store.Slots.Use;

/** Opens, closes and deletes databases, and knows those that are open. */
final class Openings {

    // databases, each with what waits in it
    private static final int MOST_WAITING = 100_000;
    private static final int SECONDS_FOR_A_HANDLE = 15;

    private final StoreSettings settings;
    private final DatabaseFiles files;
    private final Executor executor;
    private final ScheduledExecutorService timers;
    private final FileOpener opener;
    private final Slots slots = new Slots();
    private final HandlePool<Handle> pool;
    private final Set<OpenDatabase> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Openings(StoreSettings settings, DatabaseFiles files, Connections connections, Executor executor, ScheduledExecutorService timers) {
        this.settings = settings;
        this.files = files;
        this.executor = executor;
        this.timers = timers;
        this.opener = new FileOpener(files, connections);
        this.pool = new HandlePool<>(settings.handlesAtRest(), settings.handlesAtMost(), MOST_WAITING, this::close);
    }

    Slots slots() {
        return slots;
    }

    int handles() {
        return pool.handles();
    }

    CompletionStage<Database> open(DatabaseId id, Template template) {
        return new Claim<Database>(id, Use.WRITE) {
            @Override
            public void granted() {
                OpenDatabase database = opened(id, template);
                database.tried().whenComplete((done, failure) -> {
                    if (failure == null) {
                        result.complete(database);
                    } else {
                        database.close().whenComplete((closed, never) -> result.completeExceptionally(failure));
                    }
                });
            }
        }.made();
    }

    CompletionStage<Void> delete(DatabaseId id) {
        return new Claim<Void>(id, Use.DELETE) {
            @Override
            public void granted() {
                pool.take(id, resting -> onThread(() -> {
                    resting.ifPresent(handle -> closed(id, handle));
                    files.delete(id);
                    slots.release(id, Use.DELETE);
                    result.complete(null);
                }, this::failed, () -> resting.ifPresent(handle -> closed(id, handle))));
            }
        }.made();
    }

    /** Makes a database of a copy, if there is none. */
    CompletionStage<Void> makeFrom(DatabaseId id, Path copy, List<Statement> required, List<Statement> changes) {
        return new Claim<Void>(id, Use.DELETE) {
            @Override
            public void granted() {
                onThread(() -> {
                    files.adopt(id, copy, work -> opener.prepare(work, required, changes));
                    slots.release(id, Use.DELETE);
                    result.complete(null);
                }, this::failed, () -> { });
            }
        }.made();
    }

    /** Has every open database closed after what waits in it; completes when no file is in use any more. */
    CompletableFuture<Void> close() {
        closed = true;
        open.forEach(OpenDatabase::close);
        return slots.close().thenCompose(unused -> pool.close());
    }

    /** Does something to whatever statements are running. */
    void toStatements(Consumer<Interrupts> action) {
        open.forEach(database -> database.toStatement(action));
    }

    /** A second has passed. */
    void tick() {
        pool.tick(SECONDS_FOR_A_HANDLE + 1); // the first tick comes at any moment of the first second
    }

    private OpenDatabase opened(DatabaseId id, Template template) {
        OpenDatabase database = new OpenDatabase(new PooledLoan(id, template, pool, opener), executor, settings.waiting(), timers, done -> {
            open.remove(done);
            slots.release(id, Use.WRITE);
        });
        open.add(database);
        // close() sets the flag before it looks for open databases, so one of the two sees this one
        if (closed) {
            database.close();
        }
        return database;
    }

    private void close(Eldest<Handle> eldest) {
        Runnable close = () -> closed(eldest.id(), eldest.handle());
        onThread(close, never -> { }, close);
    }

    private void closed(DatabaseId id, Handle handle) {
        opener.close(id, handle);
        pool.gone(id);
    }

    /**
     * Does work on a thread of the store.
     *
     * @param refused is done, on whatever thread this is, if there is none: a handle must not be lost
     */
    private void onThread(Runnable work, Consumer<StorageException> failed, Runnable refused) {
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
            refused.run();
            failed.accept(new StorageException(Kind.OVERLOADED, "the store has no thread left", e));
        }
    }

    /** Somebody who waits for a file, and for a result that comes of using it. */
    private abstract class Claim<T> implements Slots.Applicant {

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
            slots.release(id, use);
            result.completeExceptionally(cause);
        }

        @Override
        public void refused(StorageException cause) {
            result.completeExceptionally(cause);
        }
    }
}
