package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;
import static rivet.sqlite.store.Await.await;
import static rivet.sqlite.store.Await.committed;
import static rivet.sqlite.store.Await.failure;
import static rivet.sqlite.store.Await.notCommitted;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.connection.Handle;

/** Time against work, with a thread and a clock that the test moves. */
class OpenTransactionTest {

    private static final Duration LIMIT = Duration.ofMillis(100);

    @TempDir
    Path folder;
    private final ManualExecutor executor = new ManualExecutor();
    private final ManualTimers timers = new ManualTimers();
    private Handle handle;
    private OpenDatabase database;

    @BeforeEach
    void open() {
        Connections connections = new Connections(new Connections.Settings(false, 64, 16, 100, 256));
        Path file = folder.resolve("test.db");
        connections.create(file, List.of(Statement.of("CREATE TABLE t (a)")));
        handle = connections.open(file);
        database = new OpenDatabase(new FixedLoan(handle), executor, 10, timers, closed -> handle.close());
    }

    @AfterEach
    void close() {
        CompletionStage<Void> closed = database.close();
        executor.runAll();
        await(closed);
        // the repeated interrupt sees that there is nothing left to stop
        timers.advance(20);
        assertThat(timers.armed()).isZero();
        timers.shutdownNow();
    }

    private static Statement insert(int value) {
        return Statement.of("INSERT INTO t VALUES (?)", value);
    }

    private <T> T done(CompletionStage<T> stage) {
        executor.runAll();
        return await(stage);
    }

    private Transaction begun() {
        return done(database.begin(LIMIT));
    }

    private List<Object> rows() {
        return done(database.execute(Statement.of("SELECT a FROM t ORDER BY a"))).rows().stream().map(row -> row[0]).toList();
    }

    @Test
    void aCommitThatHasNotBegunLosesToTheEndOfTime() {
        Transaction transaction = begun();
        done(transaction.execute(insert(1)));
        CompletionStage<Commit> commit = transaction.commit(List.of(insert(2)));
        timers.advance(100);
        executor.runAll();
        notCommitted(Kind.TIMEOUT, commit);
        assertThat(rows()).isEmpty();
    }

    @Test
    void aCommitThatIsDoneIsNotUndone() { // R-sql-15
        Transaction transaction = begun();
        committed(stage(transaction.commit(List.of(insert(1)))));
        timers.advance(1000);
        executor.runAll();
        assertThat(rows()).containsExactly(1L);
    }

    @Test
    void timeThatEndsBetweenTwoOperationsEndsTheSecond() {
        Transaction transaction = begun();
        CompletionStage<Void> first = transaction.execute(insert(1)).thenRun(() -> timers.advance(100));
        CompletionStage<Result> second = transaction.execute(insert(2));
        CompletionStage<Commit> commit = transaction.commit(List.of());
        done(first);
        failure(Kind.TIMEOUT, second);
        notCommitted(Kind.TIMEOUT, commit);
        failure(Kind.TIMEOUT, transaction.execute(insert(3)));
        assertThat(rows()).isEmpty();
    }

    @Test
    void theTimerOfOneTransactionDoesNotEndTheNext() {
        Transaction first = begun();
        timers.advance(60);
        committed(stage(first.commit(List.of(insert(1)))));
        Transaction second = begun();
        timers.advance(99);
        committed(stage(second.commit(List.of(insert(2)))));
        assertThat(rows()).containsExactly(1L, 2L);
    }

    @Test
    void whatWaitedBehindRunsAfterTheEndOfTime() {
        Transaction transaction = begun();
        done(transaction.execute(insert(1)));
        CompletionStage<Commit> behind = database.batch(List.of(insert(2)));
        executor.runAll();
        assertThat(behind.toCompletableFuture()).isNotDone();
        timers.advance(100);
        committed(stage(behind));
        assertThat(rows()).containsExactly(2L);
    }

    @Test
    void withoutTimersNoTransactionBegins() {
        timers.refuse();
        executor.runAll();
        CompletionStage<Transaction> begin = database.begin(LIMIT);
        executor.runAll();
        failure(Kind.CLOSED, begin);
        committed(stage(database.batch(List.of(insert(1)))));
    }

    private <T> CompletionStage<T> stage(CompletionStage<T> stage) {
        executor.runAll();
        return stage;
    }
}
