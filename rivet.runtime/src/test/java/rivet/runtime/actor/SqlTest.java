package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rivet.runtime.actor.Scripted.item;

import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.ActorContext;
import rivet.actor.Row;
import rivet.actor.Sql;
import rivet.actor.Sql.Command;
import rivet.actor.TransactionOptions;
import rivet.error.RivetException;
import rivet.runtime.actor.Scripted.Body;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.runtime.actor.Scripted.Gate;
import rivet.spi.engine.StopCause;

/** SQL of authors, through a real store. */
class SqlTest {

    private static final String ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    @TempDir
    Path data;

    private final Map<String, Body<Count>> bodies = new ConcurrentHashMap<>();
    private TestPlatform platform;

    @BeforeEach
    void start() throws Exception {
        platform = new TestPlatform(data);
        platform.type("turn", () -> new Counting(bodies));
        platform.type("interval", () -> new Counting(bodies), "durability", "INTERVAL", "stateSaveInterval", 3_600_000);
        platform.type("hurried", () -> new Counting(bodies), "actionTimeout", 150);
        platform.start("turn", "t");
        platform.start("interval", "i");
        platform.start("hurried", "h");
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private Object act(String id, Body<Count> body) throws Exception {
        return TestPlatform.await(actLater(id, body));
    }

    private CompletableFuture<Object> actLater(String id, Body<Count> body) {
        String name = "body " + bodies.size();
        bodies.put(name, body);
        return platform.callLater(id, "act", name);
    }

    private static void fails(String code, Runnable statement) {
        assertThatThrownBy(statement::run).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).as(e.toString()).isEqualTo(code);
            assertThat(e.actor()).as("the error names the actor: R-sql-6").isPresent();
        });
    }

    private static void refused(Sql sql, String statement) {
        fails("sqlite.execution_failed", () -> sql.execute(statement));
    }

    private List<?> items(String id) throws Exception {
        return (List<?>) platform.call(id, "items");
    }

    @Nested
    class Statements {

        @Test
        void bindWhatIsGiven() throws Exception { // R-sql-4
            act("t", actor -> {
                Row row = actor.sql().query("SELECT ? a, ? b, ? c, ? d, ? e, ? f, ? g, ? h, ? i, typeof(?3) t", 1, (short) 2, true, 1.5f, "x", new byte[] {1}, null,
                    Instant.ofEpochMilli(9), StopCause.DESTROY).getFirst();
                assertThat(row.get("a")).isEqualTo(1L);
                assertThat(row.get(1)).isEqualTo(2L);
                assertThat(row.getBoolean("c")).isTrue();
                assertThat(row.getDouble("d")).isEqualTo(1.5);
                assertThat(row.getString("e")).isEqualTo("x");
                assertThat(row.getBytes("f")).containsExactly(1);
                assertThat(row.isNull("g")).isTrue();
                assertThat(row.getInstant("h")).isEqualTo(Instant.ofEpochMilli(9));
                assertThat(row.getString("i")).isEqualTo("DESTROY");
                assertThat(row.getString("t")).isEqualTo("integer");
                assertThat(actor.sql().first(Long.class, "SELECT ?", BigInteger.TEN)).contains(10L);
                assertThat(actor.sql().first(Long.class, "SELECT ?", Optional.of(3))).contains(3L);
                assertThat(actor.sql().first(Long.class, "SELECT ?", Optional.empty())).isEmpty();
                fails("sqlite.invalid_bind_parameter", () -> actor.sql().execute("SELECT ?", BigInteger.ONE.shiftLeft(63)));
                fails("sqlite.invalid_bind_parameter", () -> actor.sql().execute("SELECT ?", 'c'));
                return null;
            });
        }

        @Test
        void bindByName() throws Exception { // R-sql-4
            act("t", actor -> {
                Map<String, Object> params = Map.of("a", 1, ":b", 2, "@c", 3, "$d", 4);
                Row row = actor.sql().query("SELECT :a, @b, $c, :d, :a", params).getFirst();
                assertThat(List.of(row.get(0), row.get(1), row.get(2), row.get(3), row.get(4))).containsExactly(1L, 2L, 3L, 4L, 1L);
                fails("sqlite.invalid_bind_parameter", () -> actor.sql().query("SELECT :missing", params));
                fails("sqlite.invalid_bind_parameter", () -> actor.sql().query("SELECT ?", params));
                fails("sqlite.invalid_bind_parameter", () -> actor.sql().query("SELECT ?0", params));
                return null;
            });
        }

        enum Colour { RED, GREEN }

        record Thing(long id, String name, boolean good, Instant at, Colour colour, byte[] data, Optional<String> note, double size, Long rank) {}

        @Test
        void giveTypedRows() throws Exception { // R-sql-5
            act("t", actor -> {
                Thing thing = actor.sql().first(Thing.class, "SELECT 7 id, 'n' name, 1 good, 1000 at, 'GREEN' colour, x'01' data, NULL note, 2 size, NULL rank").orElseThrow();
                assertThat(thing).usingRecursiveComparison()
                    .isEqualTo(new Thing(7, "n", true, Instant.ofEpochMilli(1000), Colour.GREEN, new byte[] {1}, Optional.empty(), 2, null));
                assertThat(actor.sql().first(Thing.class, "SELECT 0 good, 'x' note, '1970-01-01T00:00:01Z' at")).get()
                    .satisfies(t -> assertThat(t.note()).contains("x")).satisfies(t -> assertThat(t.at()).isEqualTo(Instant.ofEpochMilli(1000)));
                assertThat(actor.sql().query(Colour.class, "VALUES ('RED'), ('GREEN'), (NULL)")).containsExactly(Colour.RED, Colour.GREEN, null);
                assertThat(actor.sql().first(boolean.class, "SELECT 0")).contains(false);
                assertThat(actor.sql().first(Instant.class, "SELECT 5")).contains(Instant.ofEpochMilli(5));
                assertThat(actor.sql().first(byte[].class, "SELECT x'0203'").orElseThrow()).containsExactly(2, 3);
                assertThat(actor.sql().first(String.class, "SELECT name FROM item")).isEmpty();
                fails("actor.validation_error", () -> actor.sql().query(Long.class, "SELECT 1, 2"));
                fails("actor.validation_error", () -> actor.sql().query(Long.class, "SELECT 'x'"));
                fails("actor.validation_error", () -> actor.sql().query(Colour.class, "SELECT 'BLUE'"));
                return null;
            });
        }

        @Test
        void ofATextAllRunOrNone() throws Exception { // R-sql-2, R-sql-40: a semicolon in a literal is no end of a statement
            act("t", actor -> {
                Sql sql = actor.sql();
                assertThat(sql.execute("INSERT INTO item (name) VALUES ('a;b'); INSERT INTO item (name) VALUES ('c'), ('d');").rows()).isEqualTo(3);
                refused(sql, "INSERT INTO item (name) VALUES ('e'); INSERT INTO nowhere VALUES (1); INSERT INTO item (name) VALUES ('f')");
                assertThat(sql.query("SELECT 1 AS first; SELECT 2 AS last; DELETE FROM item WHERE name = 'c'").getFirst().columns()).containsExactly("last");
                fails("sqlite.invalid_bind_parameter", () -> sql.execute("INSERT INTO item (name) VALUES (?); SELECT 1", "x"));
                refused(sql, " ; -- nothing");
                refused(sql, "");
                refused(sql, "SELECT 1; SELEC 2");
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("a;b", "d"));
        }

        @Test
        void ofABatchAllRunOrNone() throws Exception { // R-sql-2
            for (String id : List.of("t", "i")) {
                act(id, actor -> {
                    List<Sql.Changes> done = actor.sql().batch(List.of(Command.of("INSERT INTO item (name) VALUES (?)", "a"), Command.of("INSERT INTO item (name) VALUES (:n)", Map.of("n", "b"))));
                    assertThat(done).containsExactly(new Sql.Changes(1, 1), new Sql.Changes(1, 2));
                    assertThatThrownBy(() -> actor.sql().batch(List.of(Command.of("INSERT INTO item (name) VALUES (?)", "c"), Command.of("INSERT INTO item (name) VALUES (?)", "a"))))
                        .hasMessageContaining("UNIQUE");
                    return null;
                });
                assertThat(items(id)).isEqualTo(List.of("a", "b"));
            }
        }

        @Test
        void haveLimits() throws Exception {
            act("t", actor -> {
                fails("sqlite.limit_exceeded", () -> actor.sql().execute("SELECT '" + "x".repeat(1 << 20) + "'"));
                fails("sqlite.limit_exceeded", () -> actor.sql().execute("SELECT 1", new Object[32_767]));
                fails("sqlite.limit_exceeded", () -> actor.sql().execute("SELECT ?", new byte[(32 << 20) + 1]));
                fails("sqlite.limit_exceeded", () -> actor.sql().query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT zeroblob(1000000) FROM n"));
                assertThat(actor.sql().first(Long.class, "SELECT length(?)", new byte[1 << 20])).contains(1L << 20);
                return null;
            });
        }

        @ParameterizedTest
        @ValueSource(strings = {"SELECT * FROM _rivet_actor", "UPDATE \"_rivet_j_turn\" SET turn = 0", "ATTACH 'x' AS y", "VACUUM INTO 'x'", "PRAGMA synchronous = OFF",
            "CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM [_rivet_j_turn]; END", "SELECT 1; DELETE FROM _rivet_queue", "SAVEPOINT _rivet_1"})
        void doNotReachThePlatform(String statement) throws Exception {
            act("t", actor -> {
                refused(actor.sql(), statement);
                return null;
            });
        }

        @Test
        void areStoppedWhenTheTimeOfTheActionIsOver() throws Exception {
            CompletableFuture<Object> seen = new CompletableFuture<>();
            for (String endless : List.of(ENDLESS, "INSERT INTO item (name) " + ENDLESS)) {
                assertThatThrownBy(() -> act("h", actor -> {
                    try {
                        return actor.sql().query(endless);
                    } catch (RivetException e) {
                        seen.complete(e.code());
                        throw e;
                    }
                })).hasMessageContaining("timed out");
                assertThat(TestPlatform.await(seen)).isEqualTo("action_timed_out");
                assertThat(items("h")).as("the actor lives on").isEmpty();
            }
        }

        @Test
        void areStoppedWhenTheActorStops() throws Exception {
            platform.type("short", () -> new Counting(bodies), "sleepGracePeriod", 100);
            platform.start("short", "s");
            CompletableFuture<Void> running = new CompletableFuture<>();
            CompletableFuture<Object> call = actLater("s", actor -> {
                running.complete(null);
                return actor.sql().query(ENDLESS);
            });
            TestPlatform.await(running);
            platform.putToSleep("s");
            assertThatThrownBy(() -> TestPlatform.await(call)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("stopped"));
            platform.start("short", "s");
            assertThat(items("s")).isEmpty();
        }

        @Test
        void vacuumCommitsTheTurnFirst() throws Exception {
            for (String id : List.of("t", "i")) {
                act(id, actor -> {
                    item(actor.sql(), "a");
                    actor.setState(new Count(5));
                    actor.sql().execute("VACUUM");
                    item(actor.sql(), "b");
                    assertThatThrownBy(() -> actor.sql().transaction(() -> actor.sql().execute("VACUUM"))).hasMessageContaining("VACUUM");
                    return null;
                });
                assertThat(items(id)).isEqualTo(List.of("a", "b"));
            }
        }

        @Test
        void onlyWorkInTheTurn() throws Exception { // R-sql-43
            CompletableFuture<Sql> kept = new CompletableFuture<>();
            act("t", actor -> kept.complete(actor.sql()));
            assertThatThrownBy(() -> kept.join().execute("SELECT 1")).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("wrong_thread"));
        }

        @Test
        void thatConflictMayUndoTheWholeTurn() throws Exception {
            act("t", actor -> {
                actor.setState(new Count(1));
                item(actor.sql(), "a");
                refused(actor.sql(), "INSERT OR ROLLBACK INTO item VALUES (1, 'b')");
                assertThat(actor.state().count()).as("what the turn did so far is undone").isZero();
                item(actor.sql(), "c");
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("c"));
            act("i", actor -> {
                actor.setState(new Count(1));
                item(actor.sql(), "a");
                assertThatThrownBy(() -> actor.sql().transaction(() -> {
                    item(actor.sql(), "b");
                    refused(actor.sql(), "INSERT OR ROLLBACK INTO item VALUES (1, 'c')");
                    fails("sqlite.transaction_terminal", () -> item(actor.sql(), "d"));
                })).hasMessageContaining("already rolled back");
                item(actor.sql(), "e");
                assertThat(actor.state().count()).as("state is not part of it").isEqualTo(1);
                return null;
            });
            assertThat(items("i")).isEqualTo(List.of("a", "e"));
        }
    }

    @Nested
    class Transactions {

        @Test
        void areAllOrNothing() throws Exception { // R-sql-40
            for (String id : List.of("t", "i")) {
                act(id, actor -> {
                    Sql sql = actor.sql();
                    item(sql, "before");
                    assertThat((int) sql.transaction(() -> {
                        item(sql, "a");
                        return 7;
                    })).isEqualTo(7);
                    assertThatThrownBy(() -> sql.transaction(() -> {
                        item(sql, "b");
                        actor.setState(new Count(3));
                        throw new java.io.IOException("on purpose");
                    })).isInstanceOf(java.io.IOException.class);
                    assertThat(actor.state().count()).as("state is not part of it").isEqualTo(3);
                    item(sql, "after");
                    return null;
                });
                assertThat(items(id)).isEqualTo(List.of("before", "a", "after"));
            }
        }

        @Test
        void nest() throws Exception {
            act("t", actor -> {
                Sql sql = actor.sql();
                sql.transaction(() -> {
                    item(sql, "a");
                    assertThatThrownBy(() -> sql.transaction(() -> {
                        item(sql, "b");
                        sql.transaction(() -> item(sql, "c"));
                        throw new IllegalStateException("inner");
                    })).hasMessage("inner");
                    item(sql, "d");
                });
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("a", "d"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"COMMIT", " /* x */ end transaction", "ROLLBACK", "rollback transaction", "SELECT 1; COMMIT; BEGIN", "; COMMIT"})
        void areNotEndedByStatements(String terminator) throws Exception { // R-tx-10
            act("t", actor -> {
                actor.sql().transaction(() -> fails("sqlite.transaction_invalid_argument", () -> actor.sql().execute(terminator)));
                actor.transaction(() -> fails("sqlite.transaction_invalid_argument", () -> actor.sql().execute(terminator)));
                actor.sql().transaction(() -> refused(actor.sql(), "BEGIN"));
                return null;
            });
        }

        @Test
        void haveSavepointsOfTheirOwn() throws Exception { // R-tx-10
            act("t", actor -> {
                Sql sql = actor.sql();
                sql.execute("SAVEPOINT a");
                item(sql, "1");
                sql.transaction(() -> {
                    refused(sql, "ROLLBACK TO a");
                    refused(sql, "RELEASE a");
                    sql.execute("SAVEPOINT b; INSERT INTO item (name) VALUES ('2'); ROLLBACK TRANSACTION TO SAVEPOINT B; INSERT INTO item (name) VALUES ('3'); RELEASE b");
                    refused(sql, "RELEASE b");
                    sql.execute("SAVEPOINT c");
                });
                refused(sql, "RELEASE c");
                sql.execute("ROLLBACK TO a");
                item(sql, "4");
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("4"));
            act("t", actor -> {
                refused(actor.sql(), "RELEASE a");
                return null;
            });
            act("i", actor -> {
                actor.sql().execute("SAVEPOINT a; INSERT INTO item (name) VALUES ('x'); ROLLBACK TO a; RELEASE a");
                return null;
            });
            assertThat(items("i")).isEmpty();
        }

        @Test
        void doNotWait() throws Exception {
            act("t", actor -> {
                actor.sql().transaction(() -> {
                    item(actor.sql(), "a");
                    fails("actor.await_in_transaction", () -> actor.sleep(Duration.ofMillis(1)));
                    fails("actor.await_in_transaction", actor::saveStateNow);
                    fails("actor.await_in_transaction", () -> actor.await(new CompletableFuture<>()));
                    fails("actor.invalid_operation", () -> actor.sql().transaction(TransactionOptions.DEFAULT.allowingAwait(), () -> 1));
                });
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("a"));
        }

        @Test
        void haveATime() throws Exception { // R-tx-3, R-sql-12
            act("t", actor -> {
                TransactionOptions brief = TransactionOptions.DEFAULT.withTimeout(Duration.ofNanos(1));
                assertThatThrownBy(() -> actor.sql().transaction(brief, () -> {
                    fails("sqlite.transaction_expired", () -> item(actor.sql(), "a"));
                    return 1;
                })).hasMessageContaining("expired after 0 ms");
                return null;
            });
            assertThat(items("t")).isEmpty();
            assertThatThrownBy(() -> TransactionOptions.DEFAULT.withTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void withAwaitPointsTakeTurns() throws Exception { // R-sql-10
            Gate gate = new Gate();
            TransactionOptions waiting = TransactionOptions.DEFAULT.allowingAwait();
            CompletableFuture<Object> first = actLater("t", actor -> actor.sql().transaction(waiting, () -> {
                item(actor.sql(), "first start");
                gate.pass(actor);
                item(actor.sql(), "first end");
                return 1;
            }));
            TestPlatform.await(gate.reached());
            CompletableFuture<Object> second = actLater("t", actor -> actor.sql().transaction(waiting, () -> {
                item(actor.sql(), "second");
                return 2;
            }));
            act("t", actor -> {
                fails("sqlite.writer_busy", () -> item(actor.sql(), "x"));
                fails("sqlite.writer_busy", () -> actor.sql().query("SELECT 1"));
                fails("sqlite.writer_busy", () -> actor.sql().transaction(() -> 1));
                fails("sqlite.writer_busy", () -> actor.sql().execute("BEGIN"));
                fails("sqlite.writer_busy", () -> actor.sql().execute("VACUUM"));
                return actor.state().count();
            });
            assertThat(second).isNotDone();
            gate.open().complete(null);
            assertThat(TestPlatform.await(first)).isEqualTo(1);
            assertThat(TestPlatform.await(second)).isEqualTo(2);
            assertThat(items("t")).isEqualTo(List.of("first start", "first end", "second"));
        }
    }

    @Nested
    class Manual {

        @Test
        void transactionsWorkAcrossCallsAndAwaitPoints() throws Exception { // R-sql-42
            for (String id : List.of("t", "i")) {
                Gate gate = new Gate();
                CompletableFuture<Object> call = actLater(id, actor -> {
                    Sql sql = actor.sql();
                    sql.execute("BEGIN");
                    item(sql, "a");
                    gate.pass(actor);
                    sql.execute("SAVEPOINT s; INSERT INTO item (name) VALUES ('b'); ROLLBACK TO s");
                    sql.transaction(() -> item(sql, "c"));
                    sql.execute("COMMIT");
                    sql.execute("BEGIN IMMEDIATE; INSERT INTO item (name) VALUES ('d'); ROLLBACK");
                    sql.execute("BEGIN; INSERT INTO item (name) VALUES ('e'); UPDATE item SET name = 'f' WHERE name = 'e'; COMMIT");
                    return null;
                });
                TestPlatform.await(gate.reached());
                act(id, actor -> {
                    fails("sqlite.writer_busy", () -> item(actor.sql(), "x"));
                    return null;
                });
                assertThat(platform.callLater(id, "add", 1)).as("it is durable after the transaction").satisfies(add -> {
                    if (id.equals("t")) {
                        assertThat(add).isNotDone();
                    }
                });
                gate.open().complete(null);
                TestPlatform.await(call);
                assertThat(items(id)).isEqualTo(List.of("a", "c", "f"));
                assertThat(platform.call(id, "count")).isEqualTo(1);
            }
        }

        @Test
        void beginCommitsTheTurnSoFar() throws Exception {
            act("t", actor -> {
                item(actor.sql(), "a");
                actor.setState(new Count(4));
                actor.sql().execute("BEGIN");
                item(actor.sql(), "b");
                return null;
            });
            assertThat(items("t")).as("rolled back with the end of the action").isEqualTo(List.of("a"));
            assertThat(platform.call("t", "count")).isEqualTo(4);
        }

        @Test
        void endsMustFit() throws Exception {
            act("t", actor -> {
                refused(actor.sql(), "COMMIT");
                refused(actor.sql(), "ROLLBACK");
                actor.sql().execute("BEGIN");
                refused(actor.sql(), "BEGIN");
                fails("actor.invalid_operation", () -> actor.transaction(() -> 1));
                fails("actor.invalid_operation", actor::saveStateNow);
                actor.sql().execute("END");
                refused(actor.sql(), "END");
                return null;
            });
        }

        @Test
        void commitsThatSqliteRefusesAreRolledBack() throws Exception { // R-sql-19
            act("t", actor -> {
                Sql sql = actor.sql();
                sql.execute("CREATE TABLE child (item INTEGER REFERENCES item DEFERRABLE INITIALLY DEFERRED)");
                sql.execute("BEGIN; INSERT INTO child VALUES (99)");
                assertThatThrownBy(() -> sql.execute("COMMIT")).hasMessageContaining("FOREIGN KEY");
                refused(sql, "COMMIT");
                item(sql, "after");
                assertThat(sql.first(Long.class, "SELECT COUNT(*) FROM child")).contains(0L);
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("after"));
        }

        @Test
        void whatSqliteRolledBackIsOver() throws Exception {
            act("t", actor -> {
                actor.sql().execute("BEGIN; INSERT INTO item VALUES (1, 'a')");
                refused(actor.sql(), "INSERT OR ROLLBACK INTO item VALUES (1, 'b')");
                refused(actor.sql(), "COMMIT");
                item(actor.sql(), "c");
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("c"));
        }

        @Test
        void whatSqliteRolledBackIsOverForCodeInsideToo() throws Exception {
            act("t", actor -> {
                Sql sql = actor.sql();
                sql.execute("BEGIN; INSERT INTO item VALUES (1, 'a')");
                assertThatThrownBy(() -> sql.transaction(() -> {
                    refused(sql, "INSERT OR ROLLBACK INTO item VALUES (1, 'b')");
                    fails("sqlite.transaction_terminal", () -> item(sql, "c"));
                })).hasMessageContaining("already rolled back");
                fails("sqlite.transaction_terminal", () -> item(sql, "d"));
                sql.execute("ROLLBACK");
                item(sql, "e");
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("e"));
        }

        @Test
        void theirTimeIsBounded() throws Exception { // R-sql-15
            act("t", actor -> {
                Sql sql = actor.sql();
                assertThatThrownBy(() -> sql.transaction(TransactionOptions.DEFAULT.allowingAwait().withTimeout(Duration.ofMillis(30)), () -> {
                    item(sql, "a");
                    return sql.query(ENDLESS); // the store stops it
                })).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("transaction_expired"));
                item(sql, "b");
                return null;
            });
            assertThat(items("t")).isEqualTo(List.of("b"));
        }

        @Test
        void openOnesAreRolledBackWhenTheActorStops() throws Exception { // R-tx-20
            platform.type("short", () -> new Counting(bodies), "sleepGracePeriod", 50);
            platform.start("short", "s");
            Gate gate = new Gate();
            CompletableFuture<Object> call = actLater("s", actor -> {
                actor.sql().execute("BEGIN");
                item(actor.sql(), "a");
                gate.pass(actor);
                return null;
            });
            TestPlatform.await(gate.reached());
            platform.callLater("s", "add", 2);
            platform.putToSleep("s");
            assertThatThrownBy(() -> TestPlatform.await(call)).isInstanceOf(RivetException.class);
            platform.start("short", "s");
            assertThat(items("s")).isEmpty();
            assertThat(platform.call("s", "count")).as("what others changed meanwhile is kept").isEqualTo(2);
        }
    }
}
