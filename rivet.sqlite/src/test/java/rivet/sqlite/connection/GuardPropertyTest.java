package rivet.sqlite.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

import rivet.protocol.DecodeException;
import rivet.protocol.sql.SqlText;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;

/** Whatever authors put together: nothing of the platform's is changed, nothing of it is seen, and no failure is other than the storage's own. */
class GuardPropertyTest {

    private static final String SECRET = "platforms-secret";
    private static final int MOST_LENGTH = 400;

    private static Path folder;
    private static Handle handle;

    @BeforeContainer
    static void open() throws IOException {
        folder = Files.createTempDirectory("guard");
        Connections connections = new Connections(new Connections.Settings(false, 64, 16, 100, 256, 1_000_000));
        Path file = folder.resolve("actor.db");
        connections.create(file, Stream.of("CREATE TABLE _rivet_secret (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT",
            "CREATE INDEX _rivet_secret_text ON _rivet_secret (text)", "INSERT INTO _rivet_secret VALUES (1, '" + SECRET + "')",
            "CREATE TABLE mine (a, b)", "CREATE VIEW seen AS SELECT a FROM mine", "INSERT INTO mine VALUES (1, 'x')").map(Statement::of).toList());
        handle = connections.open(file);
    }

    @AfterContainer
    static void close() throws IOException {
        handle.close();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(GuardPropertyTest::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Property
    void authorsStayAmongThemselves(@ForAll("attacks") List<String> statements) {
        handle.begin();
        try {
            for (String sql : statements) {
                run(sql);
            }
            assertThat(platform()).as(String.valueOf(statements)).isIn("[1, " + SECRET + "]", "undone");
        } finally {
            handle.rollback();
        }
        assertThat(platform()).as(String.valueOf(statements)).isEqualTo("[1, " + SECRET + "]");
        assertThat(folder.toFile().list()).as(String.valueOf(statements)).allMatch(name -> name.startsWith("actor.db"));
    }

    private static void run(String sql) {
        try {
            Object[] nulls = new Object[SqlText.of(sql).parameters().size()];
            Result result = handle.inside(Statement.guarded(sql, Arrays.asList(nulls)), GuardPropertyTest.class);
            assertThat(result.rows().stream().map(Arrays::deepToString)).as(sql).noneMatch(row -> row.contains(SECRET));
        } catch (StorageException | DecodeException e) {
            assertThat(e.getMessage()).as(sql).doesNotContain(SECRET);
        }
    }

    private static String platform() {
        try {
            return Arrays.deepToString(handle.inside(Statement.of("SELECT id, text FROM main._rivet_secret"), GuardPropertyTest.class).rows().getFirst());
        } catch (StorageException e) {
            if (e.endsTransaction()) {
                return "undone";
            }
            throw e;
        }
    }

    @Provide
    Arbitrary<List<String>> attacks() {
        Arbitrary<String> words = Arbitraries.of("SELECT", "*", "FROM", "_rivet_secret", "\"_rivet_secret\"", "main._rivet_secret", "[_rivet_secret]", "mine", "seen",
            "sqlite_schema", "dbstat", "INSERT INTO", "REPLACE INTO", "UPDATE", "DELETE FROM", "SET", "text", "a", "=", "VALUES", "(1, 2)", "(", ")", ",", "WHERE", "1",
            "'x'", "WITH c AS (SELECT * FROM _rivet_secret)", "c", "JOIN", "UNION ALL", "CREATE TABLE t AS", "CREATE VIEW v AS", "CREATE TEMP VIEW v AS",
            "CREATE TRIGGER g AFTER INSERT ON mine BEGIN", "END", ";", "DROP TABLE", "ALTER TABLE", "RENAME TO", "REFERENCES _rivet_secret", "CREATE TABLE f (a",
            "ON DELETE CASCADE", "PRAGMA", "writable_schema", "= 1", "table_info", "(_rivet_secret)", "ATTACH", "'other.db'", "AS o", "VACUUM", "INTO", "EXPLAIN",
            "RETURNING *", "CREATE INDEX i ON", "(text)", "INDEXED BY _rivet_secret_text", "/*", "*/", "--", "\n", "TABLE", "temp.", "main.", "?", "COUNT(*)",
            "CREATE VIRTUAL TABLE w USING", "fts5(a, content=_rivet_secret)", "rtree(a,b,c)", "REINDEX", "ANALYZE", "json_each", "pragma_table_info('_rivet_secret')");
        Arbitrary<String> wild = words.list().ofMinSize(1).ofMaxSize(9).map(list -> String.join(" ", list));
        Arbitrary<String> shaped = Arbitraries.of("SELECT * FROM %s", "SELECT a FROM mine WHERE a IN (SELECT text FROM %s)", "INSERT INTO mine SELECT 1, text FROM %s",
            "CREATE VIEW v AS SELECT * FROM %s", "CREATE TEMP TABLE t AS SELECT * FROM %s", "DELETE FROM %s", "UPDATE %s SET text = 'mine'",
            "ALTER TABLE %s RENAME TO mine2",
            "ALTER TABLE mine RENAME TO %s", "DROP TABLE %s", "CREATE TRIGGER g AFTER INSERT ON mine BEGIN DELETE FROM %s; END", "CREATE TABLE %s (a)",
            "CREATE TABLE f (a REFERENCES %s ON DELETE CASCADE)", "WITH c AS (SELECT * FROM %s) SELECT * FROM c", "SELECT (SELECT text FROM %s)",
            "INSERT INTO mine VALUES (1, 2) RETURNING (SELECT text FROM %s)", "CREATE INDEX i ON %s (text)", "REPLACE INTO %s VALUES (1, 'x')", "ANALYZE %s",
            "INSERT INTO mine VALUES (3, 4)", "SELECT * FROM seen", "SELECT * FROM v", "PRAGMA table_info(%s)", "SELECT * FROM mine NATURAL JOIN %s")
            .flatMap(form -> Arbitraries.of("_rivet_secret", "_RIVET_SECRET", "\"_rivet_secret\"", "`_rivet_secret`", "[_rivet_secret]", "'_rivet_secret'",
                "main._rivet_secret", "main.\"_Rivet_Secret\"", "/**/_rivet_secret", "mine", "seen", "v", "_rivet_secret AS mine", "_rivet_secret_text", "dbstat",
                "sqlite_schema", "temp.t").map(name -> form.replace("%s", name)));
        return Arbitraries.oneOf(wild, shaped, shaped).filter(sql -> sql.length() < MOST_LENGTH).list().ofMinSize(1).ofMaxSize(4).withoutEdgeCases();
    }
}
