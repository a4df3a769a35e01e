package rivet.test.sim;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

import org.sqlite.JDBC;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.DB;

import rivet.protocol.value.CborValues;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;

/** The database of one actor on the simulated disk: SQLite in memory. It outlives processes. */
final class Volume implements AutoCloseable {

    /** The marks that are on the disk. */
    record Marks(List<Long> state, List<Long> rows) {

        static final Marks NONE = new Marks(List.of(), List.of());
    }

    private final String id;
    private final SQLiteConnection connection;
    private Marks committed = Marks.NONE;
    private Optional<SimDatabase> writer = Optional.empty();
    private long commits;
    private boolean deleted;

    Volume(String id, Template template) {
        this.id = id;
        try {
            connection = (SQLiteConnection) new JDBC().connect("jdbc:sqlite::memory:", new Properties());
            // as in rivet.sqlite: or the driver would begin and commit by itself
            connection.getConnectionConfig().setAutoCommit(false);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        control("BEGIN");
        template.statements().forEach(this::execute);
        control("COMMIT");
    }

    String id() {
        return id;
    }

    /** Returns what was last committed. */
    Marks committed() {
        return committed;
    }

    /** Returns the handle whose transaction is open. */
    Optional<SimDatabase> writer() {
        return writer;
    }

    /** Returns how often something was committed. */
    long commits() {
        return commits;
    }

    boolean deleted() {
        return deleted;
    }

    void begin(SimDatabase by) {
        control("BEGIN IMMEDIATE");
        writer = Optional.of(by);
    }

    void rollback() {
        writer = Optional.empty();
        if (!deleted) {
            control("ROLLBACK");
        }
    }

    /** Commits, and reads the marks that are there now. */
    void commit() {
        writer = Optional.empty();
        control("COMMIT");
        reread();
    }

    /** A statement was committed by itself. */
    void reread() {
        commits++;
        List<Long> state = execute(Statement.of("SELECT state FROM _rivet_actor_state")).rows().stream().map(row -> marks((byte[]) row[0])).findFirst().orElse(List.of());
        boolean table = !execute(Statement.of("SELECT 1 FROM sqlite_schema WHERE name = 'mark'")).rows().isEmpty();
        List<Long> rows = table ? execute(Statement.of("SELECT id FROM mark ORDER BY rowid")).rows().stream().map(row -> (Long) row[0]).toList() : List.of();
        committed = new Marks(state, rows);
    }

    private static List<Long> marks(byte[] state) {
        Map<?, ?> map = (Map<?, ?>) CborValues.decode(state);
        return ((List<?>) map.get("marks")).stream().map(mark -> ((Number) mark).longValue()).toList();
    }

    private void control(String sql) {
        try {
            connection.getDatabase()._exec(sql);
        } catch (SQLException e) {
            throw new StorageException(Kind.IO, sql + ": " + e.getMessage(), e);
        }
    }

    /**
     * Runs one statement.
     *
     * @throws StorageException if SQLite does not like it
     */
    Result execute(Statement statement) {
        try (var prepared = connection.prepareStatement(statement.sql())) {
            DB db = connection.getDatabase();
            for (int i = 0; i < statement.params().size(); i++) {
                prepared.setObject(i + 1, statement.params().get(i));
            }
            List<Object[]> rows = new ArrayList<>();
            List<String> columns = new ArrayList<>();
            long before = db.total_changes();
            if (prepared.execute()) {
                try (var results = prepared.getResultSet()) {
                    int count = results.getMetaData().getColumnCount();
                    for (int i = 1; i <= count; i++) {
                        columns.add(results.getMetaData().getColumnName(i));
                    }
                    while (results.next()) {
                        Object[] row = new Object[count];
                        for (int i = 0; i < count; i++) {
                            row[i] = results.getObject(i + 1) instanceof Integer n ? (Object) n.longValue() : results.getObject(i + 1);
                        }
                        rows.add(row);
                    }
                }
            }
            return new Result(columns, rows, db.total_changes() - before, 0);
        } catch (SQLException e) {
            throw new StorageException(e.getMessage().contains("constraint") ? Kind.CONSTRAINT : Kind.STATEMENT, e.getMessage(), e);
        }
    }

    /** The file is removed; what was committed is still known here. */
    void delete() {
        deleted = true;
        close();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
