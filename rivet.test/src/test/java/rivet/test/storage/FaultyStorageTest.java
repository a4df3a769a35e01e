package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;
import rivet.test.storage.Faults.Operation;

/** The faults do what they say. */
class FaultyStorageTest {

    private static final DatabaseId ID = new DatabaseId.Actor("a1");
    private static final Template TABLE = new Template("t", List.of(Statement.of("CREATE TABLE t (n)")));
    private static final Statement INSERT = Statement.of("INSERT INTO t VALUES (1)");

    @TempDir
    Path folder;
    private LocalStore local;
    private Fault fault = Fault.NONE;
    private Operation struck = Operation.OPEN;
    private FaultyStorage storage;
    private Database database;

    @BeforeEach
    void open() throws Exception {
        local = new LocalStore(folder, false);
        storage = new FaultyStorage(local.storage(), (id, operation) -> operation == struck ? fault : Fault.NONE, local.later());
        database = await(storage.open(ID, TABLE));
    }

    @AfterEach
    void close() throws Exception {
        local.close();
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private void strike(Operation operation, Fault what) {
        struck = operation;
        fault = what;
    }

    private long rows() throws Exception {
        return (Long) await(database.query(List.of(Statement.of("SELECT count(*) FROM t")))).getFirst().rows().getFirst()[0];
    }

    private static void fails(Kind kind, CompletionStage<?> stage) {
        assertThatThrownBy(() -> await(stage)).isInstanceOf(ExecutionException.class)
            .cause().isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    @Test
    void aFailedCallIsNotMade() throws Exception {
        strike(Operation.EXECUTE, new Fault.Failed(Kind.FULL));
        fails(Kind.FULL, database.execute(INSERT));
        strike(Operation.BATCH, new Fault.Failed(Kind.FULL));
        assertThat(await(database.batch(List.of(INSERT)))).isInstanceOf(Commit.NotCommitted.class);
        strike(Operation.COMMIT, new Fault.Failed(Kind.BUSY));
        assertThat(await(await(database.begin(Duration.ofMinutes(1))).commit(List.of(INSERT)))).isInstanceOf(Commit.NotCommitted.class);
        strike(Operation.OPEN, new Fault.Failed(Kind.OVERLOADED));
        fails(Kind.OVERLOADED, storage.open(new DatabaseId.Actor("a2"), TABLE));
        strike(Operation.DELETE, new Fault.Failed(Kind.IO));
        fails(Kind.IO, storage.delete(new DatabaseId.Actor("a2")));
        assertThat(rows()).isZero();
    }

    @Test
    void aLostRequestIsNotMadeButMightHaveBeen() throws Exception {
        strike(Operation.EXECUTE, new Fault.RequestLost());
        fails(Kind.IO, database.execute(INSERT));
        strike(Operation.BATCH, new Fault.RequestLost());
        assertThat(await(database.batch(List.of(INSERT)))).isInstanceOf(Commit.Unknown.class);
        strike(Operation.COMMIT, new Fault.RequestLost());
        assertThat(await(await(database.begin(Duration.ofMinutes(1))).commit(List.of(INSERT)))).isInstanceOf(Commit.Unknown.class);
        assertThat(rows()).isZero();
    }

    @Test
    void aLostReplyIsOfACallThatWasMade() throws Exception {
        strike(Operation.EXECUTE, new Fault.ReplyLost());
        fails(Kind.IO, database.execute(INSERT));
        strike(Operation.BATCH, new Fault.ReplyLost());
        assertThat(await(database.batch(List.of(INSERT)))).isInstanceOf(Commit.Unknown.class);
        strike(Operation.COMMIT, new Fault.ReplyLost());
        assertThat(await(await(database.begin(Duration.ofMinutes(1))).commit(List.of(INSERT)))).isInstanceOf(Commit.Unknown.class);
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    void nothingStaysOpenOfWhatNobodyHeardOf() throws Exception {
        strike(Operation.BEGIN, new Fault.ReplyLost());
        fails(Kind.IO, database.begin(Duration.ofMinutes(1)));
        assertThat(rows()).as("not held up by the transaction").isZero();
        await(database.close());
        strike(Operation.OPEN, new Fault.ReplyLost());
        fails(Kind.IO, storage.open(ID, TABLE));
        strike(Operation.OPEN, Fault.NONE);
        database = await(storage.open(ID, TABLE));
        assertThat(rows()).isZero();
    }

    @Test
    void delaysKeepTheOrder() throws Exception {
        strike(Operation.BATCH, new Fault.Delayed(Duration.ofMillis(30), Duration.ofMillis(30)));
        CompletionStage<Commit> late = database.batch(List.of(INSERT));
        CompletionStage<Result> behind = database.execute(Statement.of("SELECT count(*) FROM t"));
        assertThat(await(behind).rows().getFirst()).containsExactly(1L);
        assertThat(await(late)).isInstanceOf(Commit.Committed.class);
    }

    @Test
    void whatMustEndEnds() throws Exception {
        Transaction transaction = await(database.begin(Duration.ofMinutes(1)));
        strike(Operation.ROLLBACK, new Fault.RequestLost());
        await(transaction.rollback());
        strike(Operation.CLOSE, new Fault.Failed(Kind.IO));
        await(database.close());
        database = await(storage.open(ID, TABLE));
        assertThat(rows()).isZero();
    }

    @Test
    void theSameSeedGivesTheSameFaults() {
        SeededFaults.Rates rates = new SeededFaults.Rates(0.2, 0.2, 0.2, 0.2, Duration.ofMillis(5));
        SeededFaults one = new SeededFaults(7, rates);
        SeededFaults other = new SeededFaults(7, rates);
        for (int i = 0; i < 100; i++) {
            one.next(new DatabaseId.Actor("elsewhere" + i), Operation.OPEN);
            assertThat(one.next(ID, Operation.BATCH)).isEqualTo(other.next(ID, Operation.BATCH));
        }
        one.calm();
        assertThat(one.next(ID, Operation.BATCH)).isSameAs(Fault.NONE);
    }
}
