package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static rivet.test.storage.Results.await;
import static rivet.test.storage.Results.committed;
import static rivet.test.storage.Results.failure;
import static rivet.test.storage.Results.notCommitted;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;

/** The limits are those of the engine. */
class RemoteStorageTest {

    private static final Template TABLE = new Template("t", List.of(Statement.of("CREATE TABLE t (n)")));

    @TempDir
    Path folder;
    private LocalStore local;
    private RemoteStorage storage;
    private Database database;

    @BeforeEach
    void open() {
        local = new LocalStore(folder, false);
        storage = new RemoteStorage(local.storage());
        database = await(storage.open(new DatabaseId.Actor("a1"), TABLE));
    }

    @AfterEach
    void close() {
        local.close();
    }

    private static Statement insert(int bytes) {
        return Statement.of("INSERT INTO t VALUES (?)", new byte[bytes]);
    }

    private long rows() {
        return (Long) await(database.execute(Statement.of("SELECT count(*) FROM t"))).rows().getFirst()[0];
    }

    @Test
    void aStatementHasSoManyBytesOfParametersAtMost() {
        assertThat(storage.capabilities().maxBindBytes()).isEqualTo(131_072);
        await(database.execute(insert(131_072)));
        failure(Kind.STATEMENT, database.execute(insert(131_073)));
        notCommitted(Kind.STATEMENT, database.batch(List.of(insert(1), insert(131_073))));
        Transaction transaction = await(database.begin(Duration.ofSeconds(60)));
        failure(Kind.STATEMENT, transaction.execute(insert(131_073)));
        notCommitted(Kind.STATEMENT, transaction.commit(List.of(insert(131_073))));
        assertThat(rows()).isEqualTo(1);
        committed(database.batch(List.of(insert(131_072), insert(131_072))));
    }

    @Test
    void aTransactionDiesWithItsSocket() { // R-sql-21
        Transaction transaction = await(database.begin(Duration.ofSeconds(60)));
        await(transaction.execute(insert(1)));
        storage.drop();
        failure(Kind.IO, transaction.execute(insert(1)));
        notCommitted(Kind.IO, transaction.commit(List.of()));
        assertThat(rows()).as("on a new socket, at once").isZero();
    }

    @Test
    void theRepliesUnderWayAreLostWithTheSocket() { // R-sql-30
        Transaction transaction = await(database.begin(Duration.ofSeconds(60)));
        CompletionStage<Commit> waiting = database.batch(List.of(insert(1)));
        storage.drop();
        assertThat(await(waiting)).isInstanceOf(Commit.Unknown.class);
        await(transaction.rollback());
        assertThat(rows()).as("it was done all the same").isEqualTo(1);
    }
}
