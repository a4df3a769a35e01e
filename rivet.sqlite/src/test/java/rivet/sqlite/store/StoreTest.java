package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rivet.sqlite.store.Await.await;
import static rivet.sqlite.store.Await.committed;
import static rivet.sqlite.store.Await.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
import rivet.sqlite.file.Folders;

/** What the files of a store are like, and its limits. */
class StoreTest {

    private static final Template COUNTER = new Template("counter",
        List.of(Statement.of("CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER, data BLOB)"), Statement.of("INSERT INTO counter VALUES (1, 0, NULL)")));
    private static final Statement UP = Statement.of("UPDATE counter SET n = n + 1");
    private static final Statement GET = Statement.of("SELECT n FROM counter");
    private static final Statement ENDLESS = Statement.of("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");

    @TempDir
    Path folder;

    private static DatabaseId actor(int i) {
        return new DatabaseId.Actor("actor" + i);
    }

    private Path file(DatabaseId id) {
        return new Folders(folder).file(id);
    }

    private List<String> files(DatabaseId id) throws Exception {
        Path file = file(id);
        try (Stream<Path> all = Files.list(file.getParent())) {
            return all.map(f -> f.getFileName().toString()).filter(name -> name.startsWith(file.getFileName().toString())).sorted().toList();
        }
    }

    private long logBytes(DatabaseId id) throws Exception {
        Path log = file(id).resolveSibling(file(id).getFileName() + "-wal");
        return Files.exists(log) ? Files.size(log) : 0;
    }

    private static long count(Database database) {
        return (Long) await(database.execute(GET)).rows().getFirst()[0];
    }

    @Test
    void handlesRestAndAreClosedForGoodWhenThereAreMany() throws Exception {
        try (RunningStore running = RunningStore.start(folder, s -> s.handles(5, 10))) {
            Store store = running.store();
            for (int round = 1; round <= 3; round++) {
                for (int i = 0; i < 12; i++) {
                    Database database = await(store.open(actor(i), COUNTER));
                    committed(database.batch(List.of(UP)));
                    assertThat(count(database)).isEqualTo(round);
                    await(database.close());
                }
            }
            assertThat(logBytes(actor(11))).as("the log of a handle at rest").isPositive();
            await(store.open(actor(2), COUNTER));
            assertThat(logBytes(actor(2))).as("the log of one that was closed for good and opened again").isZero();
            Await.until(() -> store.openHandles() <= 5);
        }
        for (int i = 0; i < 12; i++) {
            assertThat(files(actor(i))).hasSize(1);
        }
    }

    @Test
    void manyMoreDatabasesAreOpenThanFiles() throws Exception {
        try (RunningStore running = RunningStore.start(folder, s -> s.handles(3, 4))) {
            Store store = running.store();
            List<Database> open = IntStream.range(0, 200).mapToObj(i -> await(store.open(actor(i), COUNTER))).toList();
            for (int round = 0; round < 3; round++) {
                open.stream().map(database -> database.batch(List.of(UP))).toList().forEach(Await::committed);
                assertThat(store.openHandles()).isLessThanOrEqualTo(5); // one of four may be on its way out for the next
            }
            assertThat(open).allSatisfy(database -> assertThat(count(database)).isEqualTo(3));
            failure(Kind.BUSY, store.delete(actor(0)));
            CompletionStage<Database> second = store.open(actor(0), COUNTER);
            committed(open.getFirst().batch(List.of(UP)));
            assertThat(second.toCompletableFuture()).as("nobody else opens it, whether its file is open or not").isNotDone();
            await(open.getFirst().close());
            assertThat(count(await(second))).isEqualTo(4);
        }
    }

    @Test
    void workWaitsForAFileThatTransactionsHold() {
        try (RunningStore running = RunningStore.start(folder, s -> s.handles(2, 2))) {
            List<Database> open = IntStream.range(0, 4).mapToObj(i -> await(running.store().open(actor(i), COUNTER))).toList();
            Transaction first = await(open.get(0).begin(Duration.ofMinutes(1)));
            Transaction second = await(open.get(1).begin(Duration.ofMinutes(1)));
            CompletionStage<Commit> third = open.get(2).batch(List.of(UP));
            CompletionStage<Commit> fourth = open.get(3).batch(List.of(UP));
            committed(first.commit(List.of(UP)));
            committed(third);
            committed(fourth);
            committed(second.commit(List.of(UP)));
            assertThat(open).allSatisfy(database -> assertThat(count(database)).isEqualTo(1));
        }
    }

    @Test
    void operationsThatWaitAreBounded() { // R-sql-11
        try (RunningStore running = RunningStore.start(folder, s -> s.waiting(5))) {
            Database database = await(running.store().open(actor(1), COUNTER));
            Transaction transaction = await(database.begin(Duration.ofMinutes(1)));
            List<CompletionStage<Commit>> waiting = IntStream.range(0, 5).mapToObj(i -> database.batch(List.of(UP))).toList();
            Await.notCommitted(Kind.OVERLOADED, database.batch(List.of(UP)));
            failure(Kind.OVERLOADED, database.begin(Duration.ofSeconds(1)));
            committed(transaction.commit(List.of()));
            waiting.forEach(Await::committed);
            assertThat(count(database)).isEqualTo(5);
        }
    }

    @Test
    void aCopyIsOfOneMomentAndADatabaseIsMadeOfItOrNothing() throws Exception {
        try (RunningStore running = RunningStore.start(folder, s -> s.handles(8, 200))) {
            Database database = await(running.store().open(actor(1), COUNTER));
            await(database.execute(UP));
            Transaction transaction = await(database.begin(Duration.ofMinutes(1)));
            await(transaction.execute(UP));
            Path copy = folder.resolve("copy.db");
            await(running.store().copyTo(actor(1), copy));
            await(transaction.rollback());
            List<Statement> required = List.of(Statement.of("SELECT count(*) FROM counter"));
            List<Statement> changes = List.of(Statement.of("UPDATE counter SET n = n + 100"));
            await(running.store().makeFrom(actor(2), copy, required, changes));
            assertThat(count(await(running.store().open(actor(2), COUNTER)))).isEqualTo(101);
            assertThat(count(database)).as("the first one").isEqualTo(1);
            failure(Kind.BUSY, running.store().makeFrom(actor(1), copy, required, changes));
            List<Statement> missing = List.of(Statement.of("SELECT count(*) = 0 FROM counter"));
            failure(Kind.CORRUPT, running.store().makeFrom(actor(3), copy, missing, changes));
            failure(Kind.STATEMENT, running.store().makeFrom(actor(3), copy, List.of(Statement.of("SELECT 1 FROM gone")), changes));
            Path damaged = folder.resolve("damaged.db");
            byte[] bytes = Files.readAllBytes(copy);
            Arrays.fill(bytes, 4_096, bytes.length, (byte) 7);
            Files.write(damaged, bytes);
            failure(Kind.CORRUPT, running.store().makeFrom(actor(3), damaged, required, changes));
            assertThat(await(running.store().exists(actor(3)))).isFalse();
            try (Stream<Path> work = Files.list(folder.resolve("work"))) {
                assertThat(work).isEmpty();
            }
            failure(Kind.NOT_FOUND, running.store().copyTo(actor(4), folder.resolve("none.db")));
        }
    }

    @Test
    void lookingLeavesNoFilesBehind() throws Exception {
        try (RunningStore running = RunningStore.start(folder, s -> s.handles(1, 10))) {
            await(await(running.store().open(actor(1), COUNTER)).close());
            await(running.store().open(actor(2), COUNTER));
            assertThat(await(running.store().read(actor(1), List.of(GET), Duration.ofSeconds(20))).getFirst().rows().getFirst()).containsExactly(0L);
            assertThat(files(actor(1))).containsExactly("actor1.db");
        }
    }

    @Test
    void filesAreAsTheyShouldBe() throws Exception {
        try (RunningStore running = RunningStore.start(folder, s -> s)) {
            Database database = await(running.store().open(actor(1), COUNTER));
            assertThat(Stream.of("journal_mode", "page_size", "auto_vacuum", "foreign_keys", "trusted_schema", "cache_size", "synchronous", "temp_store")
                .map(name -> name + "=" + await(database.execute(Statement.of("PRAGMA " + name))).rows().getFirst()[0]))
                .containsExactly("journal_mode=wal", "page_size=4096", "auto_vacuum=0", "foreign_keys=1", "trusted_schema=0", "cache_size=-64", "synchronous=1",
                    "temp_store=2");
        }
        try (RunningStore running = RunningStore.start(folder, s -> s.synced(true))) {
            Database database = await(running.store().open(actor(1), COUNTER));
            assertThat(await(database.execute(Statement.of("PRAGMA synchronous"))).rows().getFirst()).containsExactly(2L);
        }
        assertThat(Files.readAllBytes(file(actor(1)))).startsWith("SQLite format 3".getBytes());
        try (Stream<Path> work = Files.list(folder.resolve("work"))) {
            assertThat(work).isEmpty();
        }
    }

    @Test
    void logsStaySmall() throws Exception {
        try (RunningStore running = RunningStore.start(folder, s -> s.checkpointPages(50))) {
            Database database = await(running.store().open(actor(1), COUNTER));
            for (int i = 0; i < 400; i++) {
                committed(database.batch(List.of(Statement.of("UPDATE counter SET data = randomblob(3000)"))));
            }
            assertThat(logBytes(actor(1))).isBetween(1L, 60 * 4200L);
            committed(database.batch(List.of(Statement.of("UPDATE counter SET data = randomblob(4000000)"))));
            assertThat(logBytes(actor(1))).isGreaterThan(4_000_000);
            // the log is cut when it is begun anew
            committed(database.batch(List.of(Statement.of("INSERT INTO counter VALUES (2, 0, NULL)"))));
            assertThat(logBytes(actor(1))).isLessThan(110 * 4200L);
        }
    }

    @Test
    void aLogWithoutItsDatabaseIsNotReadAsThatOfTheNext() throws Exception {
        byte[] log;
        Path file = file(actor(1));
        Path sidecar = file.resolveSibling("actor1.db-wal");
        try (RunningStore running = RunningStore.start(folder, s -> s)) {
            Database database = await(running.store().open(actor(1), COUNTER));
            committed(database.batch(List.of(UP)));
            log = Files.readAllBytes(sidecar);
        }
        Files.delete(file);
        Files.write(sidecar, log);
        try (RunningStore running = RunningStore.start(folder, s -> s)) {
            assertThat(count(await(running.store().open(actor(1), COUNTER)))).isZero();
        }
    }

    @Test
    void aFolderIsForOneStore() {
        try (RunningStore running = RunningStore.start(folder, s -> s)) {
            assertThatThrownBy(() -> RunningStore.start(folder, s -> s))
                .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.kind()).isEqualTo(Kind.BUSY))
                .hasMessageContaining(folder.toString());
            committed(await(running.store().open(actor(1), COUNTER)).batch(List.of(UP)));
        }
        try (RunningStore next = RunningStore.start(folder, s -> s)) {
            assertThat(count(await(next.store().open(actor(1), COUNTER)))).isEqualTo(1);
        }
    }

    @Test
    void statementsThatTakeTooLongAreStopped() {
        try (RunningStore running = RunningStore.start(folder, s -> s.seconds(1))) {
            Database database = await(running.store().open(actor(1), COUNTER));
            failure(Kind.TIMEOUT, database.execute(ENDLESS));
            committed(database.batch(List.of(UP)));
        }
    }

    @Test
    void closingStopsWhatDoesNotEnd() {
        CompletionStage<Result> endless;
        CompletionStage<List<Result>> reading;
        CompletionStage<Commit> behind;
        try (RunningStore running = RunningStore.start(folder, s -> s)) {
            Database database = await(running.store().open(actor(1), COUNTER));
            endless = database.execute(ENDLESS);
            behind = database.batch(List.of(UP));
            reading = running.store().read(actor(1), List.of(ENDLESS), Duration.ofMinutes(5));
        }
        failure(Kind.TIMEOUT, endless);
        failure(Kind.CLOSED, reading);
        committed(behind);
    }

    @Test
    void manyActorsAtOnce() {
        try (RunningStore running = RunningStore.start(folder, s -> s.handles(8, 200))) {
            List<CompletionStage<Void>> all = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < 30; i++) {
                    all.add(running.store().open(actor(i), COUNTER).thenCompose(database -> {
                        CompletionStage<Commit> done = database.batch(List.of(UP));
                        database.close();
                        return done;
                    }).thenAccept(commit -> assertThat(commit).isInstanceOf(Commit.Committed.class)));
                }
            }
            all.forEach(Await::await);
            for (int i = 0; i < 30; i++) {
                assertThat(count(await(running.store().open(actor(i), COUNTER)))).isEqualTo(10);
            }
        }
    }
}
