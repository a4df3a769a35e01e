package rivet.engine.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;

/** A store of files, with one thread for all of them; deletions can be made to fail. */
public final class FileStorage implements Storage, AutoCloseable {

    private final Path folder;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Map<DatabaseId, FileDatabase> open = new ConcurrentHashMap<>();
    private volatile boolean refuseToDelete;

    public FileStorage(Path folder) {
        this.folder = folder;
    }

    /** Makes every deletion fail, or no longer. */
    public void refuseToDelete(boolean refuse) {
        refuseToDelete = refuse;
    }

    /** Makes every commit fail, or no longer. */
    public void failCommits(boolean fail) {
        open.values().forEach(database -> database.failCommits(fail));
    }

    /** Makes every handle that is open now useless: no commit of it will be known to have happened. */
    public void wearOutHandles() {
        open.values().forEach(FileDatabase::wearOut);
    }

    /** Holds the store up until the gate is opened: what is asked of it meanwhile waits. */
    public CountDownLatch hold() {
        CountDownLatch gate = new CountDownLatch(1);
        thread.execute(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return gate;
    }

    /** Returns whether there is what an actor stored. */
    public boolean stores(String actorId) {
        return Files.exists(file(new DatabaseId.Actor(actorId)));
    }

    /** Closes all files as a killed process does: nothing that was not committed is. */
    @Override
    public void close() {
        open.values().forEach(database -> Await.get(database.close()));
        thread.shutdown();
    }

    /** Returns a number of a database, for tests that look behind the scenes. */
    public long number(DatabaseId id, String sql) {
        return (long) read(id, List.of(Statement.of(sql)), Duration.ZERO).toCompletableFuture().join().getFirst().rows().getFirst()[0];
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities("3", Long.MAX_VALUE, false, false);
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        return async(() -> {
            FileDatabase database = new FileDatabase(connect(id), thread, () -> open.remove(id));
            open.put(id, database);
            return database;
        });
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return async(() -> {
            if (!Files.exists(file(id))) {
                throw new StorageException(Kind.NOT_FOUND, id.toString());
            }
            try (Connection connection = connect(id)) {
                return FileDatabase.runAll(connection, queries);
            }
        });
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        return async(() -> Files.exists(file(id)));
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        return async(() -> {
            if (refuseToDelete) {
                throw new StorageException(Kind.IO, "told to refuse");
            }
            Files.deleteIfExists(file(id));
            return null;
        });
    }

    /** Makes what an actor would have stored. */
    public void make(String actorId) {
        try {
            Files.createFile(file(new DatabaseId.Actor(actorId)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(DatabaseId id) {
        return folder.resolve(switch (id) {
            case DatabaseId.Actor(var actorId) -> "actor-" + actorId;
            case DatabaseId.Platform(var name) -> "platform-" + name;
        });
    }

    private Connection connect(DatabaseId id) throws SQLException {
        Connection connection = new org.sqlite.JDBC().connect("jdbc:sqlite:" + file(id), new Properties());
        FileDatabase.run(connection, Statement.of("PRAGMA journal_mode = WAL"));
        FileDatabase.run(connection, Statement.of("PRAGMA synchronous = OFF"));
        return connection;
    }

    private <T> CompletionStage<T> async(Callable<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        thread.execute(() -> {
            try {
                done.complete(work.call());
            } catch (Exception e) {
                done.completeExceptionally(e instanceof StorageException known ? known : new StorageException(Kind.IO, e.toString(), e));
            }
        });
        return done;
    }
}
