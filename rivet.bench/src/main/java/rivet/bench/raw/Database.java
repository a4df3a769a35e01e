package rivet.bench.raw;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

import org.sqlite.JDBC;

/** Opens and makes actor databases with the settings that the product is measured with: WAL, small page cache. */
public final class Database {

    /** Tables of an actor's database in the benchmark: one row of state, and rows. */
    private static final String[] TABLES = {
        "CREATE TABLE state (id INTEGER PRIMARY KEY, data BLOB NOT NULL)",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v BLOB NOT NULL)",
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB)",
        "INSERT INTO state VALUES (1, x'00')"};

    private Database() {
    }

    /**
     * Opens a database file, making an empty one if there is none.
     *
     * @param sync {@code NORMAL} or {@code FULL}
     */
    public static Connection open(Path file, String sync) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("transaction_mode", "IMMEDIATE");
        Connection connection = new JDBC().connect("jdbc:sqlite:" + file, properties);
        try (Statement statement = connection.createStatement()) {
            // first, because the page cache gets its memory with the first page that is read
            statement.execute("PRAGMA cache_size=-64");
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("PRAGMA synchronous=" + sync);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Makes the tables in a new database, each statement a commit of its own. */
    public static void createTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : TABLES) {
                statement.execute(sql);
            }
        }
    }

    /** The bytes of a database with empty tables, to copy instead of making them. */
    public static byte[] template(Path file) throws SQLException, IOException {
        try (Connection connection = open(file, "NORMAL")) {
            createTables(connection);
        }
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return bytes;
    }
}
