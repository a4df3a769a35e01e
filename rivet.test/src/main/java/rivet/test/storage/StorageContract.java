package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static rivet.test.storage.Results.await;
import static rivet.test.storage.Results.committed;
import static rivet.test.storage.Results.failure;
import static rivet.test.storage.Results.notCommitted;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
 * What every provider of {@link Storage} must do while it runs: every promise of {@code rivet.spi.storage}. A provider's test extends it, or
 * {@link RestartContract} if it can stop and start one. It lives here and not with a provider because all of them are tested against it, in a container
 * as well as without.
 */
public abstract class StorageContract {

    protected static final Template NOTES = new Template("notes",
        List.of(Statement.of("CREATE TABLE note (id INTEGER PRIMARY KEY, text UNIQUE)"), Statement.of("INSERT INTO note VALUES (0, 'first')")));
    protected static final Duration LONG = Duration.ofSeconds(60);
    private static final String ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    @TempDir
    protected Path folder;
    protected Storage storage;
    /** Of this test alone: others may have been here before. */
    private final String unique = UUID.randomUUID().toString().replace("-", "");
    protected final DatabaseId actor = actor("first");
    private final Map<DatabaseId, Database> opened = new LinkedHashMap<>();
    protected Database database;

    /** Starts a provider on a folder, where an earlier one may have left its data. */
    protected abstract Storage start(Path folder) throws Exception;

    /** Stops it. */
    protected abstract void stop(Storage storage) throws Exception;

    /** Returns whether the store can stop a statement that runs ({@link Database#interrupt}). */
    protected boolean stopsStatements() {
        return true;
    }

    @BeforeEach
    void open() throws Exception {
        storage = start(folder);
        database = opened(actor, NOTES);
    }

    @AfterEach
    void close() throws Exception {
        opened.values().forEach(one -> await(one.close()));
        opened.keySet().forEach(id -> await(storage.delete(id)));
        stop(storage);
    }

    protected final DatabaseId actor(String name) {
        return new DatabaseId.Actor(name + unique);
    }

    private DatabaseId platform(String name) {
        return new DatabaseId.Platform(name + unique);
    }

    /** Opens a database that is closed and deleted after the test. */
    protected final Database opened(DatabaseId id, Template template) {
        Database one = await(storage.open(id, template));
        opened.put(id, one);
        return one;
    }

    protected static Statement note(String text) {
        return Statement.of("INSERT INTO note (text) VALUES (?)", text);
    }

    private static Object single(CompletionStage<Result> result) {
        return await(result).rows().getFirst()[0];
    }

    private Object value(String sql, Object... params) {
        return single(database.execute(Statement.of(sql, params)));
    }

    protected final List<Object> notes() {
        return await(database.execute(Statement.of("SELECT text FROM note ORDER BY id"))).rows().stream().map(row -> row[0]).toList();
    }

    private static Object readOf(Storage storage, DatabaseId id, String sql) {
        return await(storage.read(id, List.of(Statement.of(sql)), LONG)).getFirst().rows().getFirst()[0];
    }

    @Nested
    class Values {

        @Test
        void comeBackAsTheyWere() { // R-sql-4, R-sql-5
            Object[] values = {null, 0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 0.5, -0.0, Double.MAX_VALUE, Double.NEGATIVE_INFINITY, "",
                "héllo \uD83D\uDE80 \uFEFF",
                new byte[0], new byte[] {0, -1, 127}};
            String places = "?, ".repeat(values.length - 1) + "?";
            Object[] row = await(database.execute(Statement.of("SELECT " + places, values))).rows().getFirst();
            assertThat(Arrays.deepToString(row)).isEqualTo(Arrays.deepToString(values));
            assertThat(Arrays.deepEquals(row, values)).as("also of the same types").isTrue();
        }

        @Test
        void booleansAreNumbers() { // R-sql-4
            assertThat(value("SELECT ? + ?", true, 41)).isEqualTo(42L);
        }

        @Test
        void textMayHoldNul() {
            await(database.execute(note("a\0b")));
            assertThat(value("SELECT hex(text) FROM note WHERE text = ?", "a\0b")).isEqualTo("610062");
            assertThat(value("SELECT text FROM note WHERE id = 1")).isEqualTo("a\0b");
        }

        @Test
        void bigOnesFit() {
            byte[] big = new byte[(int) Math.min(1 << 20, storage.capabilities().maxBindBytes() / 2)];
            new Random(1).nextBytes(big);
            String text = "x".repeat(big.length);
            committed(database.batch(List.of(Statement.of("CREATE TABLE big (b, t)"), Statement.of("INSERT INTO big VALUES (?, ?)", big, text))));
            Object[] row = await(database.execute(Statement.of("SELECT b, t FROM big"))).rows().getFirst();
            assertThat((byte[]) row[0]).isEqualTo(big);
            assertThat(row[1]).isEqualTo(text);
        }

        @Test
        void resultsTellColumnsChangesAndRowId() {
            Result inserted = await(database.execute(Statement.of("INSERT INTO note VALUES (7, 'x'), (9, 'y')")));
            assertThat(inserted.changes()).isEqualTo(2);
            assertThat(inserted.lastInsertId()).isEqualTo(9);
            Result returned = await(database.execute(Statement.of("UPDATE note SET text = text || '!' WHERE id > 5 RETURNING id AS n, text")));
            assertThat(returned.columns()).containsExactly("n", "text");
            assertThat(returned.rows()).containsExactly(new Object[] {7L, "x!"}, new Object[] {9L, "y!"});
            assertThat(returned.changes()).isEqualTo(2);
            assertThat(await(database.execute(Statement.of("SELECT id FROM note WHERE id > 100")))).satisfies(none -> {
                assertThat(none.columns()).containsExactly("id");
                assertThat(none.rows()).isEmpty();
            });
        }

        @Test
        void columnsAreThoseOfTheSchemaOfNow() {
            Statement all = Statement.of("SELECT * FROM note");
            assertThat(await(database.execute(all)).columns()).containsExactly("id", "text");
            await(database.execute(Statement.of("ALTER TABLE note ADD COLUMN more DEFAULT 5")));
            Result wider = await(database.execute(all));
            assertThat(wider.columns()).containsExactly("id", "text", "more");
            assertThat(wider.rows().getFirst()).containsExactly(0L, "first", 5L);
        }
    }

    @Nested
    class Statements {

        @ParameterizedTest
        @ValueSource(strings = {"SELEC 1", "SELECT * FROM nowhere", "", " ; -- nothing", "SELECT 1\0 FROM note", "SELECT ?", "SELECT zeroblob(3000000000)",
            "ATTACH ':memory:' AS other", "VACUUM INTO 'copy.db'", "SELECT load_extension('x')"})
        void thatAreWrongFail(String sql) {
            failure(Kind.STATEMENT, database.execute(Statement.of(sql)));
            assertThat(notes()).containsExactly("first");
        }

        @ParameterizedTest
        @ValueSource(strings = {"INSERT INTO note VALUES (1, 'a'); INSERT INTO note VALUES (2, 'b')", "INSERT INTO note VALUES (1, ';'); -- x\n SELECT 1",
            "INSERT INTO note VALUES (1, 'a'); COMMIT", "INSERT INTO note VALUES (1, 'a') /* ; */ ; /* */ garbage"})
        void thatAreSeveralFailAsAWhole(String sql) {
            failure(Kind.STATEMENT, database.execute(Statement.of(sql)));
            notCommitted(Kind.STATEMENT, database.batch(List.of(Statement.of(sql))));
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void mayEndWithSemicolonsAndComments() {
            assertThat(value("; SELECT 'a;b' -- ; SELECT 2\n ; ; /* ; */ ")).isEqualTo("a;b");
        }

        @Test
        void triggersHoldSemicolons() {
            await(database.execute(Statement.of("""
                CREATE TRIGGER twice AFTER INSERT ON note WHEN new.id < 100 BEGIN
                    INSERT INTO note VALUES (new.id + 100, new.text || CASE WHEN 1 THEN '2' END);
                    SELECT 1;
                END;""")));
            await(database.execute(note("x")));
            assertThat(notes()).containsExactly("first", "x", "x2");
        }

        @Test
        void needTheirParameters() {
            failure(Kind.STATEMENT, database.execute(Statement.of("SELECT ?, ?", 1)));
            failure(Kind.STATEMENT, database.execute(Statement.of("SELECT ?", 1, 2)));
            failure(Kind.STATEMENT, database.execute(new Statement("SELECT ?", List.of('c'))));
        }

        @Test
        void ofTransactionsAreNotForCallers() {
            for (String sql : List.of("BEGIN", "COMMIT", "END TRANSACTION", "ROLLBACK", "SAVEPOINT s", "/**/ begin immediate")) {
                failure(Kind.STATEMENT, database.execute(Statement.of(sql)));
            }
            committed(database.batch(List.of(note("still works"))));
        }

        @Test
        void thatViolateAConstraint() {
            assertThat(failure(Kind.CONSTRAINT, database.execute(note("first")))).hasMessageContaining("note.text");
            await(database.execute(Statement.of("PRAGMA user_version = 5")));
            assertThat(value("PRAGMA user_version")).isEqualTo(5L);
            failure(Kind.CONSTRAINT, database.execute(Statement.of("INSERT INTO note VALUES (0, 'again')")));
        }

        @Test
        void vacuumWorks() {
            await(database.execute(Statement.of("VACUUM")));
            failure(Kind.STATEMENT, database.execute(Statement.of("ATTACH ':memory:' AS other")));
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void queriesSeeOneSnapshotAndDoNotWrite() {
            List<Result> results = await(database.query(List.of(Statement.of("SELECT count(*) FROM note"), Statement.of("SELECT max(id) FROM note"))));
            assertThat(results).extracting(result -> result.rows().getFirst()[0]).containsExactly(1L, 0L);
            failure(Kind.STATEMENT, database.query(List.of(Statement.of("SELECT 1"), note("no"))));
            failure(Kind.STATEMENT, database.query(List.of(Statement.of("WITH x AS (SELECT 1) INSERT INTO note SELECT 5, 'no'"))));
            assertThat(await(database.query(List.of()))).isEmpty();
            assertThat(notes()).containsExactly("first");
        }
    }

    @Nested
    class Batches {

        @Test
        void areAllOrNothing() { // R-sql-2
            notCommitted(Kind.CONSTRAINT, database.batch(List.of(note("a"), note("b"), note("a"))));
            assertThat(notes()).containsExactly("first");
            Commit.Committed done = committed(database.batch(List.of(note("a"), Statement.of("SELECT count(*) FROM note"), note("b"))));
            assertThat(done.results()).hasSize(3);
            assertThat(done.results().get(1).rows().getFirst()).containsExactly(2L);
            assertThat(notes()).containsExactly("first", "a", "b");
        }

        @Test
        void thatFailAtTheirCommitChangeNothing() { // R-sql-19
            await(database.execute(Statement.of("CREATE TABLE child (note REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED)")));
            notCommitted(Kind.CONSTRAINT, database.batch(List.of(note("a"), Statement.of("INSERT INTO child VALUES (99)"))));
            assertThat(notes()).containsExactly("first");
            committed(database.batch(List.of(note("b"))));
        }

        @Test
        void ofAStaleWriterAreRefusedByAFence() { // what the runtime does with every commit: a NULL where none may be
            committed(database.batch(List.of(Statement.of("CREATE TABLE fence (writer NOT NULL, turn NOT NULL)"), Statement.of("INSERT INTO fence VALUES (1, 0)"))));
            String advance = "UPDATE fence SET turn = CASE WHEN writer = ? AND turn = ? THEN ? END";
            committed(database.batch(List.of(Statement.of(advance, 1, 0, 1), note("a"))));
            notCommitted(Kind.CONSTRAINT, database.batch(List.of(Statement.of(advance, 1, 0, 1), note("again"))));
            committed(database.batch(List.of(Statement.of("UPDATE fence SET writer = 2"))));
            notCommitted(Kind.CONSTRAINT, database.batch(List.of(Statement.of(advance, 1, 1, 2), note("stale"))));
            assertThat(notes()).containsExactly("first", "a");
            assertThat(value("SELECT turn FROM fence")).isEqualTo(1L);
        }

        @Test
        void mayBeEmpty() {
            assertThat(committed(database.batch(List.of())).results()).isEmpty();
        }

        @Test
        void thatAConflictRollsBackAreNotCommitted() {
            notCommitted(Kind.CONSTRAINT, database.batch(List.of(note("a"), Statement.of("INSERT OR ROLLBACK INTO note VALUES (0, 'x')"), note("b"))));
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void doNotFitOnAFullDisk() { // reading goes on
            Object pages = value("PRAGMA page_count");
            await(database.execute(Statement.of("PRAGMA max_page_count = " + pages)));
            notCommitted(Kind.FULL, database.batch(List.of(note("x".repeat(100_000)))));
            failure(Kind.FULL, database.execute(note("x".repeat(100_000))));
            assertThat(notes()).containsExactly("first");
        }
    }

    @Nested
    class Transactions {

        @Test
        void commitWhatTheyDid() {
            Transaction transaction = await(database.begin(LONG));
            assertThat(await(transaction.execute(note("a"))).lastInsertId()).isEqualTo(1);
            assertThat(single(transaction.execute(Statement.of("SELECT count(*) FROM note")))).isEqualTo(2L);
            Commit.Committed done = committed(transaction.commit(List.of(note("b"), Statement.of("SELECT 42"))));
            assertThat(done.results().get(1).rows().getFirst()).containsExactly(42L);
            assertThat(notes()).containsExactly("first", "a", "b");
        }

        @Test
        void rollBack() {
            Transaction transaction = await(database.begin(LONG));
            await(transaction.execute(note("a")));
            await(transaction.rollback());
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void rollBackWhenALastStatementFails() {
            Transaction transaction = await(database.begin(LONG));
            await(transaction.execute(note("a")));
            notCommitted(Kind.CONSTRAINT, transaction.commit(List.of(note("b"), note("first"))));
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void goOnAfterAStatementFailed() {
            Transaction transaction = await(database.begin(LONG));
            await(transaction.execute(note("a")));
            failure(Kind.CONSTRAINT, transaction.execute(note("first")));
            failure(Kind.STATEMENT, transaction.execute(Statement.of("nonsense")));
            committed(transaction.commit(List.of(note("b"))));
            assertThat(notes()).containsExactly("first", "a", "b");
        }

        @Test
        void haveSavepoints() {
            Transaction transaction = await(database.begin(LONG));
            await(transaction.execute(Statement.of("SAVEPOINT one")));
            await(transaction.execute(note("gone")));
            await(transaction.execute(Statement.of("ROLLBACK TO one")));
            await(transaction.execute(Statement.of("RELEASE one")));
            await(transaction.execute(note("stays")));
            committed(transaction.commit(List.of()));
            assertThat(notes()).containsExactly("first", "stays");
        }

        @Test
        void areNotEndedByStatements() {
            Transaction transaction = await(database.begin(LONG));
            for (String sql : List.of("COMMIT", "end", "ROLLBACK", "ROLLBACK TRANSACTION", "BEGIN", "VACUUM")) {
                failure(Kind.STATEMENT, transaction.execute(Statement.of(sql)));
            }
            committed(transaction.commit(List.of(note("a"))));
            assertThat(notes()).containsExactly("first", "a");
        }

        @Test
        void thatSqliteEndedDoNotGoOnStatementByStatement() {
            Transaction transaction = await(database.begin(LONG));
            await(transaction.execute(note("a")));
            failure(Kind.CONSTRAINT, transaction.execute(Statement.of("INSERT OR ROLLBACK INTO note VALUES (0, 'x')")));
            failure(Kind.CONSTRAINT, transaction.execute(note("b")));
            notCommitted(Kind.CONSTRAINT, transaction.commit(List.of(note("c"))));
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void areOverOnce() { // R-sql-13
            Transaction transaction = await(database.begin(LONG));
            committed(transaction.commit(List.of(note("a"))));
            failure(Kind.CLOSED, transaction.execute(note("b")));
            notCommitted(Kind.CLOSED, transaction.commit(List.of(note("c"))));
            await(transaction.rollback());
            assertThat(notes()).containsExactly("first", "a");
        }

        @Test
        void keepOthersWaiting() { // R-sql-10
            Transaction transaction = await(database.begin(LONG));
            CompletionStage<Result> count = database.execute(Statement.of("SELECT count(*) FROM note"));
            CompletionStage<Commit> batch = database.batch(List.of(note("batch")));
            CompletionStage<Transaction> next = database.begin(LONG);
            await(transaction.execute(note("a")));
            assertThat(count.toCompletableFuture()).isNotDone();
            committed(transaction.commit(List.of()));
            assertThat(single(count)).isEqualTo(2L);
            committed(batch);
            committed(await(next).commit(List.of(note("next"))));
            assertThat(notes()).containsExactly("first", "a", "batch", "next");
        }

        @Test
        void endWhenTheirTimeIsOver() { // R-sql-15
            Transaction transaction = await(database.begin(Duration.ofMillis(50)));
            transaction.execute(note("a"));
            assertThat(notes()).as("waited for the end of the transaction").containsExactly("first");
            failure(Kind.TIMEOUT, transaction.execute(note("b")));
            notCommitted(Kind.TIMEOUT, transaction.commit(List.of(note("c"))));
            await(transaction.rollback());
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void stopARunningStatementWhenTheirTimeIsOver() {
            Transaction transaction = await(database.begin(Duration.ofMillis(50)));
            transaction.execute(note("a"));
            CompletionStage<Result> endless = transaction.execute(Statement.of(ENDLESS));
            CompletionStage<Commit> commit = transaction.commit(List.of());
            failure(Kind.TIMEOUT, endless);
            notCommitted(Kind.TIMEOUT, commit);
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void tellWhetherAFailureEndedThem() {
            Transaction transaction = await(database.begin(LONG));
            transaction.execute(note("a"));
            assertThat(failure(Kind.STATEMENT, transaction.execute(Statement.of("INSERT INTO nowhere VALUES (1)"))).endsTransaction()).isFalse();
            Statement conflict = Statement.of("INSERT OR ROLLBACK INTO note (id, text) SELECT id, text FROM note LIMIT 1");
            assertThat(failure(Kind.CONSTRAINT, transaction.execute(conflict)).endsTransaction()).isTrue();
            assertThat(failure(Kind.CONSTRAINT, transaction.execute(note("b"))).endsTransaction()).isTrue();
            await(transaction.rollback());
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void goOnWhenAStatementWasStopped() throws Exception { // R-sql-18
            assumeThat(stopsStatements()).isTrue();
            Transaction transaction = await(database.begin(LONG));
            Statement endless = Statement.guarded(ENDLESS, List.of());
            stopped(endless, transaction.execute(endless));
            await(transaction.execute(note("a")));
            committed(transaction.commit(List.of()));
            assertThat(notes()).containsExactly("first", "a");
        }

        @Test
        void needTime() { // R-sql-12
            failure(Kind.STATEMENT, database.begin(Duration.ZERO));
        }
    }

    @Nested
    class StatementsOfAuthors {

        @ParameterizedTest
        @ValueSource(strings = {"CREATE TABLE _rivet_x (a)", "PRAGMA synchronous = OFF", "ATTACH 'x' AS y", "VACUUM INTO 'x'",
            "CREATE VIEW v AS SELECT * FROM '_rivet_x'"})
        void doNotReachThePlatform(String sql) {
            failure(Kind.REFUSED, database.execute(Statement.guarded(sql, List.of())));
        }

        @Test
        void doNotReachTablesOfThePlatform() {
            await(database.execute(Statement.of("CREATE TABLE _rivet_x (a)")));
            for (String sql : List.of("SELECT * FROM _rivet_x", "DELETE FROM [_rivet_x]", "INSERT INTO note (text) SELECT a FROM \"_rivet_x\"")) {
                failure(Kind.REFUSED, database.execute(Statement.guarded(sql, List.of())));
            }
        }

        @Test
        void areStoppedByTheirOwnName() throws Exception { // R-sql-18
            assumeThat(stopsStatements()).isTrue();
            Statement endless = Statement.guarded(ENDLESS, List.of());
            stopped(endless, database.query(List.of(endless)));
            stopped(endless, database.execute(endless));
            database.interrupt(endless);
            assertThat(await(database.query(List.of(Statement.guarded("SELECT 1", List.of())))).getFirst().rows()).hasSize(1);
        }
    }

    /** An interrupt hits only what runs, so it is repeated until it has. */
    private void stopped(Statement statement, CompletionStage<?> running) throws Exception {
        while (!running.toCompletableFuture().isDone()) {
            database.interrupt(statement);
            Thread.sleep(1);
        }
        failure(Kind.TIMEOUT, running);
    }

    @Nested
    class Order {

        @Test
        void isThatOfTheCalls() {
            List<CompletionStage<?>> all = new ArrayList<>();
            for (int i = 1; i <= 60; i++) {
                all.add(i % 2 == 0 ? database.execute(note("n" + i)) : database.batch(List.of(note("n" + i))));
            }
            all.forEach(Results::await);
            assertThat(notes()).containsExactlyElementsOf(IntStream.rangeClosed(0, 60).<Object>mapToObj(i -> i == 0 ? "first" : "n" + i).toList());
        }

        @Test
        void isThatOfTheCallsInATransaction() {
            Transaction transaction = await(database.begin(LONG));
            for (int i = 1; i <= 30; i++) {
                transaction.execute(note("n" + i));
            }
            committed(transaction.commit(List.of(note("last"))));
            assertThat(notes()).hasSize(32).endsWith("n30", "last");
        }

        @Test
        void databasesDoNotWaitForEachOther() {
            Database other = opened(actor("second"), NOTES);
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            // it cannot be done yet when the callback comes to it, which therefore runs on a thread of the store
            Transaction transaction = await(database.begin(LONG));
            CompletableFuture<Void> holding = database.execute(note("a")).thenRun(() -> {
                held.countDown();
                await(release);
            }).toCompletableFuture();
            transaction.rollback();
            await(held);
            committed(other.batch(List.of(note("b"))));
            assertThat(holding).isNotDone();
            release.countDown();
            await(holding);
        }
    }

    @Nested
    class Files {

        @Test
        void areMadeByTheirTemplateOnce() {
            Template changed = new Template("notes", List.of(Statement.of("CREATE TABLE other (id)")));
            await(database.close());
            database = opened(actor, changed);
            assertThat(notes()).containsExactly("first");
            Database made = opened(actor("second"), changed);
            assertThat(single(made.execute(Statement.of("SELECT name FROM sqlite_master")))).isEqualTo("other");
            Database empty = opened(platform("empty"), Template.EMPTY);
            assertThat(single(empty.execute(Statement.of("SELECT count(*) FROM sqlite_master")))).isEqualTo(0L);
        }

        @Test
        void wrongTemplatesMakeNothing() {
            DatabaseId id = actor("second");
            Template wrong = new Template("wrong", List.of(Statement.of("CREATE TABLE t (a)"), Statement.of("nonsense")));
            failure(Kind.STATEMENT, storage.open(id, wrong));
            assertThat(await(storage.exists(id))).isFalse();
            Template right = new Template("wrong", List.of(Statement.of("CREATE TABLE t (a)")));
            await(opened(id, right).execute(Statement.of("INSERT INTO t VALUES (1)")));
        }

        @Test
        void keepWhatWasCommitted() {
            await(database.execute(note("a")));
            await(database.close());
            database = opened(actor, NOTES);
            assertThat(notes()).containsExactly("first", "a");
        }

        @Test
        void manyAreOpenAtOnce() {
            List<Database> all = IntStream.range(0, 40).mapToObj(i -> opened(actor("many" + i), NOTES)).toList();
            for (int round = 1; round <= 2; round++) {
                String text = "round " + round;
                all.stream().map(one -> one.batch(List.of(note(text)))).toList().forEach(Results::committed);
            }
            assertThat(all).allSatisfy(one -> assertThat(single(one.execute(Statement.of("SELECT count(*) FROM note")))).isEqualTo(3L));
        }

        @Test
        void forgetTemporaryThingsWhenClosed() {
            await(database.execute(Statement.of("CREATE TEMP TABLE note (shadow)")));
            await(database.execute(Statement.of("PRAGMA foreign_keys = OFF")));
            await(database.close());
            database = opened(actor, NOTES);
            assertThat(notes()).containsExactly("first");
            assertThat(value("PRAGMA foreign_keys")).isEqualTo(1L);
        }

        @Test
        void areOpenOnce() {
            CompletionStage<Database> second = storage.open(actor, NOTES);
            await(database.execute(note("a")));
            assertThat(second.toCompletableFuture()).isNotDone();
            await(database.close());
            database = await(second);
            opened.put(actor, database);
            assertThat(notes()).containsExactly("first", "a");
        }

        @Test
        void areClosedAfterWhatWaits() {
            CompletionStage<Result> last = database.execute(note("last"));
            CompletionStage<Void> closed = database.close();
            failure(Kind.CLOSED, database.execute(note("late")));
            notCommitted(Kind.CLOSED, database.batch(List.of(note("late"))));
            failure(Kind.CLOSED, database.begin(LONG));
            await(last);
            await(closed);
            await(database.close());
            database = opened(actor, NOTES);
            assertThat(notes()).containsExactly("first", "last");
        }

        @Test
        void areClosedWithTheirTransactionRolledBack() { // R-sql-22
            Transaction transaction = await(database.begin(LONG));
            transaction.execute(note("inside"));
            CompletionStage<Result> behind = database.execute(note("behind"));
            CompletionStage<Void> closed = database.close();
            failure(Kind.CLOSED, transaction.execute(note("late")));
            notCommitted(Kind.CLOSED, transaction.commit(List.of()));
            await(behind);
            await(closed);
            database = opened(actor, NOTES);
            assertThat(notes()).containsExactly("first", "behind");
        }

        @Test
        void areDeletedForGood() {
            failure(Kind.BUSY, storage.delete(actor));
            await(database.execute(note("a")));
            await(database.close());
            assertThat(await(storage.exists(actor))).isTrue();
            await(storage.delete(actor));
            await(storage.delete(actor));
            assertThat(await(storage.exists(actor))).isFalse();
            failure(Kind.NOT_FOUND, storage.read(actor, List.of(Statement.of("SELECT 1")), LONG));
            database = opened(actor, NOTES);
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void haveNamesOfTheirOwn() {
            List<DatabaseId> ids = List.of(actor("same"), platform("same"), actor("Same"), actor("sAme"), actor("SAME"));
            for (DatabaseId id : ids) {
                Database one = opened(id, NOTES);
                await(one.execute(note(id.toString())));
            }
            for (DatabaseId id : ids) {
                assertThat(readOf(storage, id, "SELECT text FROM note WHERE id = 1")).isEqualTo(id.toString());
            }
        }
    }

    @Nested
    class Reading {

        @Test
        void seesWhatIsCommitted() {
            await(database.execute(note("a")));
            Transaction transaction = await(database.begin(LONG));
            await(transaction.execute(note("b")));
            assertThat(readOf(storage, actor, "SELECT count(*) FROM note")).isEqualTo(2L);
            committed(transaction.commit(List.of()));
            assertThat(readOf(storage, actor, "SELECT count(*) FROM note")).isEqualTo(3L);
            await(database.close());
            assertThat(readOf(storage, actor, "SELECT count(*) FROM note")).isEqualTo(3L);
        }

        @Test
        void isOneSnapshot() {
            List<Statement> queries = List.of(Statement.of("SELECT count(*) FROM note"), Statement.of("PRAGMA table_info(note)"));
            List<Result> results = await(storage.read(actor, queries, LONG));
            assertThat(results.get(0).rows().getFirst()).containsExactly(1L);
            assertThat(results.get(1).rows()).hasSize(2);
        }

        @ParameterizedTest
        @ValueSource(strings = {"INSERT INTO note VALUES (5, 'no')", "DROP TABLE note", "PRAGMA query_only = OFF", "PRAGMA journal_mode = DELETE", "BEGIN",
            "VACUUM", "EXPLAIN PRAGMA query_only(0)", "WITH x AS (SELECT 1) DELETE FROM note"})
        void doesNotWrite(String sql) {
            failure(Kind.STATEMENT, storage.read(actor, List.of(Statement.of(sql)), LONG));
            assertThat(notes()).containsExactly("first");
        }

        @Test
        void makesNoDatabase() {
            DatabaseId missing = actor("missing");
            failure(Kind.NOT_FOUND, storage.read(missing, List.of(Statement.of("SELECT 1")), LONG));
            assertThat(await(storage.exists(missing))).isFalse();
        }

        @Test
        void endsWhenItsTimeIsOver() {
            failure(Kind.TIMEOUT, storage.read(actor, List.of(Statement.of(ENDLESS)), Duration.ofMillis(50)));
            assertThat(readOf(storage, actor, "SELECT count(*) FROM note")).isEqualTo(1L);
            committed(database.batch(List.of(note("not held up"))));
        }
    }

    @Test
    void saysWhatItCan() {
        assertThat(storage.capabilities().sqliteVersion()).matches("3\\.\\d+\\.\\d+");
        assertThat(storage.capabilities().maxBindBytes()).isGreaterThanOrEqualTo(131_072);
    }

    @Test
    void failuresAreOfTheStoresOwnKind() {
        List<Object> params = Arrays.asList(1L, new Object());
        StorageException failure = failure(Kind.STATEMENT, database.execute(new Statement("SELECT ?, ?", params)));
        assertThat(failure).hasMessageContaining("java.lang.Object");
    }
}
