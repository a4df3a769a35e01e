package rivet.sqlite.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConnection;

class StatementCacheTest {

    private SQLiteConnection connection;
    private StatementCache cache;

    @BeforeEach
    void open() throws SQLException {
        connection = (SQLiteConnection) new JDBC().connect("jdbc:sqlite::memory:", new Properties());
        cache = new StatementCache(connection, 2);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private Prepared use(String sql) throws SQLException {
        Prepared statement = cache.take(sql, text -> { });
        statement.run(List.of(), Long.MAX_VALUE);
        cache.keep(sql, statement);
        return statement;
    }

    @Test
    void keepsThoseUsedLast() throws SQLException {
        Prepared a = use("SELECT 1");
        Prepared b = use("SELECT 2");
        assertThat(use("SELECT 1")).isSameAs(a);
        use("SELECT 3");
        assertThat(cache.take("SELECT 1", text -> { })).isSameAs(a);
        assertThat(cache.take("SELECT 2", text -> { })).isNotSameAs(b);
    }

    @Test
    void letsGoOfWhatFailedAndOfWhatItIsToldTo() throws SQLException {
        Prepared a = use("SELECT 1");
        Prepared b = use("SELECT 2");
        cache.drop("SELECT 1", a, new SQLException("a failure"));
        assertThat(cache.take("SELECT 1", text -> { })).isNotSameAs(a);
        assertThat(cache.take("SELECT 2", text -> { })).isSameAs(b);
        cache.trim(0);
        assertThat(cache.take("SELECT 2", text -> { })).isNotSameAs(b);
    }

    @Test
    void compilesPragmasEachTime() throws SQLException {
        Prepared a = use("PRAGMA user_version");
        assertThat(use("PRAGMA user_version")).isNotSameAs(a);
    }
}
