package rivet.test.storage;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;

/**
 * A store with the limits of SQL that runs in an engine, at the other end of one socket: 131,072 bytes of parameters a statement, no stopping of
 * statements, and when the socket is lost ({@link #drop}) so are the replies under way and every transaction that is open; a new socket is there at
 * once. The data is where it was.
 */
public final class RemoteStorage implements Storage {

    private static final long MOST_BIND_BYTES = 131_072;

    private final Storage real;
    // replaced by drop(); guarded by this
    private Socket socket = new Socket();

    /** What is under way on one socket. */
    private static final class Socket {
        private final Set<CompletableFuture<?>> replies = ConcurrentHashMap.newKeySet();
        private final Set<Transaction> transactions = ConcurrentHashMap.newKeySet();
        private final CompletableFuture<Void> lost = new CompletableFuture<>();
    }

    /** Makes one. */
    public RemoteStorage(Storage real) {
        this.real = real;
    }

    /** Loses the socket: what was sent is done, but nobody hears of it, and open transactions are rolled back. */
    public void drop() {
        Socket before;
        synchronized (this) {
            before = socket;
            socket = new Socket();
        }
        before.lost.complete(null);
        before.transactions.forEach(Transaction::rollback);
        before.replies.forEach(reply -> reply.completeExceptionally(lost()));
    }

    private synchronized Socket socket() {
        return socket;
    }

    private static StorageException lost() {
        return new StorageException(Kind.IO, "the connection was lost before the reply came");
    }

    private <T> CompletionStage<T> call(Socket on, Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> reply = new CompletableFuture<>();
        on.replies.add(reply);
        call.get().whenComplete((value, failure) -> {
            on.replies.remove(reply);
            if (failure == null) {
                reply.complete(value);
            } else {
                reply.completeExceptionally(failure);
            }
        });
        if (on.lost.isDone()) {
            reply.completeExceptionally(lost()); // lost in the very moment
        }
        return reply;
    }

    private CompletionStage<Commit> commit(Socket on, Supplier<CompletionStage<Commit>> call) {
        return call(on, call).exceptionally(failure -> new Commit.Unknown(lost()));
    }

    private static Optional<StorageException> tooBig(List<Statement> statements) {
        return statements.stream().filter(statement -> statement.params().stream().mapToLong(RemoteStorage::bytes).sum() > MOST_BIND_BYTES).findFirst()
            .map(statement -> new StorageException(Kind.STATEMENT, "more than " + MOST_BIND_BYTES + " bytes of parameters"));
    }

    private static long bytes(Object value) {
        return switch (value) {
            case null -> 0;
            case String s -> s.getBytes(StandardCharsets.UTF_8).length;
            case byte[] b -> b.length;
            default -> Long.BYTES;
        };
    }

    private static <T> CompletionStage<T> limited(List<Statement> statements, Function<StorageException, CompletionStage<T>> refused, Supplier<CompletionStage<T>> call) {
        return tooBig(statements).map(refused).orElseGet(call);
    }

    @Override
    public Capabilities capabilities() {
        Capabilities own = real.capabilities();
        return new Capabilities(own.sqliteVersion(), MOST_BIND_BYTES, true, own.powerSafe());
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        return real.open(id, template).thenApply(RemoteDatabase::new);
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        return limited(queries, CompletableFuture::failedStage, () -> call(socket(), () -> real.read(id, queries, limit)));
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        return call(socket(), () -> real.exists(id));
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        return call(socket(), () -> real.delete(id));
    }

    private final class RemoteDatabase implements Database {

        private final Database database;

        RemoteDatabase(Database database) {
            this.database = database;
        }

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            return limited(List.of(statement), CompletableFuture::failedStage, () -> call(socket(), () -> database.execute(statement)));
        }

        @Override
        public CompletionStage<List<Result>> query(List<Statement> queries) {
            return limited(queries, CompletableFuture::failedStage, () -> call(socket(), () -> database.query(queries)));
        }

        @Override
        public CompletionStage<Commit> batch(List<Statement> statements) {
            return limited(statements, cause -> CompletableFuture.completedStage(new Commit.NotCommitted(cause)),
                () -> commit(socket(), () -> database.batch(statements)));
        }

        @Override
        public CompletionStage<Transaction> begin(Duration timeout) {
            Socket on = socket();
            return call(on, () -> database.begin(timeout).thenApply(begun -> {
                on.transactions.add(begun);
                if (on.lost.isDone()) {
                    begun.rollback(); // nobody hears of it
                }
                return new RemoteTransaction(begun, on);
            }));
        }

        @Override
        public CompletionStage<Void> close() {
            return database.close();
        }
    }

    private final class RemoteTransaction implements Transaction {

        private final Transaction transaction;
        private final Socket on;

        RemoteTransaction(Transaction transaction, Socket on) {
            this.transaction = transaction;
            this.on = on;
        }

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            return on.lost.isDone() ? CompletableFuture.failedStage(lost())
                : limited(List.of(statement), CompletableFuture::failedStage, () -> call(on, () -> transaction.execute(statement)));
        }

        @Override
        public CompletionStage<Commit> commit(List<Statement> last) {
            if (on.lost.isDone()) {
                return CompletableFuture.completedStage(new Commit.NotCommitted(lost()));
            }
            return limited(last, cause -> rollback().thenApply(done -> new Commit.NotCommitted(cause)), () -> {
                on.transactions.remove(transaction);
                return RemoteStorage.this.commit(on, () -> transaction.commit(last));
            });
        }

        @Override
        public CompletionStage<Void> rollback() {
            on.transactions.remove(transaction);
            return transaction.rollback();
        }
    }
}
