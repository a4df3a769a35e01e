package rivet.sqlite.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import rivet.protocol.sql.SqlText;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

class GuardTest {

    private static final List<String> PLATFORM = List.of("_rivet_actor_state", "_rivet_queue", "_rivet_j_turn", "_rivet_flat");

    private static final String UNDONE = "undone";

    @TempDir
    Path folder;

    private final ScheduledExecutorService timers = new ScheduledThreadPoolExecutor(1);
    private Handle handle;

    @BeforeEach
    void open() {
        Connections connections = new Connections(new Connections.Settings(false, 64, 16, 100, 256, 1_000_000));
        Path file = folder.resolve("actor.db");
        connections.create(file, Stream.of("CREATE TABLE _rivet_actor_state (id INTEGER PRIMARY KEY, state BLOB NOT NULL) STRICT",
            "CREATE TABLE _rivet_queue (id INTEGER PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL) STRICT",
            "CREATE INDEX _rivet_queue_name ON _rivet_queue (name, id)",
            "CREATE TABLE _rivet_j_turn (id INTEGER PRIMARY KEY, turn INTEGER NOT NULL) STRICT", "CREATE TABLE _rivet_flat (a TEXT PRIMARY KEY, b) WITHOUT ROWID",
            "INSERT INTO _rivet_actor_state VALUES (1, x'0102')", "INSERT INTO _rivet_queue VALUES (1, 'q', x'03')", "INSERT INTO _rivet_j_turn VALUES (1, 42)",
            "INSERT INTO _rivet_flat VALUES ('a', 1)").map(Statement::of).toList());
        handle = connections.open(file);
    }

    @AfterEach
    void close() {
        timers.shutdownNow();
        handle.close();
    }

    private static Statement author(String sql) {
        Object[] nulls = new Object[parameters(sql)];
        return Statement.guarded(sql, Arrays.asList(nulls));
    }

    private static int parameters(String sql) {
        List<SqlText> all = SqlText.script(sql);
        return all.size() == 1 ? all.getFirst().parameters().size() : 0;
    }

    private record Case(String expected, String sql) {}

    private static List<Case> corpus() throws IOException {
        try (InputStream in = GuardTest.class.getResourceAsStream("attacks.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#")).map(line -> {
                String[] parts = line.split("\\|", 2);
                return new Case(parts[0].strip(), parts[1].strip().replace("\\n", "\n").replace("\\r", "\r"));
            }).toList();
        }
    }

    /** Every statement of the corpus, in a transaction that is undone, as an author would run it. */
    @TestFactory
    List<DynamicTest> attacks() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Case one : corpus()) {
            tests.add(DynamicTest.dynamicTest(one.expected + ": " + one.sql, () -> attack(one)));
        }
        return tests;
    }

    private void attack(Case one) {
        if (one.expected.equals("setup")) {
            assertThat(handle.batch(List.of(author(one.sql)))).isInstanceOf(Commit.Committed.class);
            return;
        }
        String before = platform();
        handle.begin();
        try {
            run(one);
            assertThat(platformInside()).isIn(before, UNDONE);
        } finally {
            handle.rollback();
        }
        assertThat(platform()).isEqualTo(before);
        assertThat(folder.resolve("copy.db")).doesNotExist();
        assertThat(folder.toFile().list()).allMatch(name -> name.startsWith("actor.db"));
    }

    private void run(Case one) {
        Statement statement = author(one.sql);
        if (one.expected.equals("stopped")) {
            timers.scheduleWithFixedDelay(() -> handle.interrupts().interrupt(statement), 20, 20, TimeUnit.MILLISECONDS);
        }
        switch (one.expected) {
            case "runs" -> assertThatCode(() -> handle.inside(statement, this)).doesNotThrowAnyException();
            case "refused" -> fails(statement, Kind.REFUSED);
            case "fails" -> fails(statement, Kind.STATEMENT);
            case "large" -> fails(statement, Kind.TOO_LARGE);
            case "stopped" -> fails(statement, Kind.TIMEOUT);
            default -> throw new IllegalArgumentException(one.expected);
        }
    }

    private void fails(Statement statement, Kind kind) {
        assertThatThrownBy(() -> handle.inside(statement, this)).isInstanceOfSatisfying(StorageException.class,
            e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind));
    }

    /** What the platform has in the database, its part of the schema included. */
    private String platform() {
        handle.begin();
        try {
            return platformInside();
        } finally {
            handle.rollback();
        }
    }

    private String platformInside() {
        StringBuilder all = new StringBuilder();
        for (String table : PLATFORM) {
            String rows = text("SELECT * FROM main." + table);
            if (rows.equals(UNDONE)) {
                return UNDONE;
            }
            all.append(rows);
        }
        all.append(text("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name LIKE '%rivet%' OR sql LIKE '%rivet%'"));
        all.append(text("SELECT name FROM sqlite_temp_schema WHERE name LIKE '%rivet%' OR sql LIKE '%rivet%'"));
        return all.toString();
    }

    private String text(String query) {
        StringBuilder text = new StringBuilder();
        try {
            Result result = handle.inside(Statement.of(query), this);
            result.rows().forEach(row -> text.append(Arrays.deepToString(row)));
        } catch (StorageException e) {
            // after a statement that was stopped SQLite has undone the transaction: what is there is looked at afterwards
            assertThat(e.endsTransaction()).as(e.getMessage()).isTrue();
            return UNDONE;
        }
        return text.toString();
    }

    @Test
    void looksAgainAfterTheSchemaChanged() {
        handle.execute(author("CREATE TABLE mine (a)"));
        handle.execute(author("SELECT * FROM mine"));
        // as the platform may do, and nobody else: what the author had compiled leads to a table of the platform from now on
        handle.execute(Statement.of("CREATE TRIGGER t AFTER INSERT ON mine BEGIN DELETE FROM _rivet_queue; END"));
        assertThatThrownBy(() -> handle.execute(author("INSERT INTO mine VALUES (1)"))).hasMessageContaining("it would reach a table of the platform");
        handle.execute(Statement.of("DROP TRIGGER t"));
        handle.execute(author("INSERT INTO mine VALUES (1)"));
        handle.execute(Statement.of("CREATE TRIGGER t AFTER INSERT ON mine BEGIN UPDATE _rivet_j_turn SET turn = 0; END"));
        assertThatThrownBy(() -> handle.execute(author("INSERT INTO mine VALUES (1)"))).hasMessageContaining("it would reach a table of the platform");
    }

    @Test
    void looksAgainAfterAChangeOfTheSchemaWasUndone() {
        handle.execute(author("CREATE TABLE mine (a)"));
        handle.execute(Statement.of("CREATE TRIGGER t AFTER INSERT ON mine BEGIN DELETE FROM _rivet_queue; END"));
        handle.begin();
        handle.inside(Statement.of("DROP TRIGGER t"), this);
        handle.inside(author("INSERT INTO mine VALUES (1)"), this);
        handle.rollback();
        assertThatThrownBy(() -> handle.execute(author("INSERT INTO mine VALUES (1)"))).hasMessageContaining("it would reach a table of the platform");
    }

    @Test
    void vacuumMovesTablesAndIsNoWayIn() {
        handle.execute(author("CREATE TABLE mine (a)"));
        handle.execute(author("DROP TABLE mine"));
        handle.execute(author("CREATE TABLE mine (a)"));
        handle.execute(author("VACUUM"));
        handle.execute(author("SELECT * FROM mine"));
        assertThatThrownBy(() -> handle.execute(author("SELECT * FROM _rivet_flat"))).hasMessageContaining("it would reach a table of the platform");
    }

    @Test
    void doesNotBindThePlatform() {
        handle.execute(Statement.of("UPDATE _rivet_j_turn SET turn = turn + 1"));
        assertThatThrownBy(() -> handle.execute(author("UPDATE _rivet_j_turn SET turn = turn + 1"))).isInstanceOf(StorageException.class);
        assertThat(handle.execute(Statement.of("SELECT turn FROM _rivet_j_turn")).rows().getFirst()[0]).isEqualTo(43L);
    }

    @Test
    void anInterruptStopsTheStatementThatIsMeant() { // R-sql-18: it settles first
        Statement endless = author("WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a) SELECT COUNT(*) FROM a");
        Statement other = author("SELECT 1");
        timers.scheduleWithFixedDelay(() -> handle.interrupts().interrupt(endless), 10, 10, TimeUnit.MILLISECONDS);
        fails(() -> handle.query(List.of(endless)));
        assertThat(handle.query(List.of(other)).getFirst().rows()).hasSize(1);
    }

    @Test
    void whatConflictsMayUndoTheWholeTransaction() {
        handle.execute(author("CREATE TABLE mine (a PRIMARY KEY)"));
        handle.begin();
        handle.inside(author("INSERT INTO mine VALUES (1)"), this);
        assertThatThrownBy(() -> handle.inside(author("INSERT OR ROLLBACK INTO mine VALUES (1)"), this)).isInstanceOfSatisfying(StorageException.class, e -> {
            assertThat(e.kind()).isEqualTo(Kind.CONSTRAINT);
            assertThat(e.endsTransaction()).isTrue();
        });
        assertThatThrownBy(() -> handle.inside(author("INSERT INTO mine VALUES (2)"), this)).isInstanceOfSatisfying(StorageException.class,
            e -> assertThat(e.endsTransaction()).isTrue());
        handle.rollback();
        assertThat(handle.execute(author("SELECT * FROM mine")).rows()).isEmpty();
    }

    private static void fails(Runnable statement) {
        assertThatThrownBy(statement::run).isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
    }
}
