package rivet.sqlite.connection;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.sqlite.SQLiteConnection;

import rivet.protocol.DecodeException;
import rivet.protocol.sql.SqlText;
import rivet.protocol.sql.Verb;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * The compiled statements of a connection, those used last. Compiling takes as long as running or longer. Used by one thread at
 * a time.
 */
final class StatementCache {

    private final SQLiteConnection connection;
    private final int limit;
    private final Map<String, Prepared> statements = new LinkedHashMap<>(16, 0.75f, true);

    StatementCache(SQLiteConnection connection, int limit) {
        this.connection = connection;
        this.limit = limit;
    }

    /**
     * Returns a statement ready to run; whoever gets it gives it back by {@link #keep} or {@link #drop}.
     *
     * @param check is asked before the statement is compiled, because some act while they are; what it throws is passed on
     */
    Prepared take(String sql, Consumer<SqlText> check) throws SQLException {
        Prepared known = statements.get(sql);
        if (known != null) {
            return known;
        }
        SqlText text = read(sql);
        check.accept(text);
        return new Prepared(connection, text);
    }

    /** sqlite-jdbc breaks on a text without a statement, and SQLite forgets all but the first of several. */
    private static SqlText read(String sql) {
        try {
            return SqlText.of(sql);
        } catch (DecodeException e) {
            throw new StorageException(Kind.STATEMENT, e.getMessage(), e);
        }
    }

    /** Keeps a statement that went well. A PRAGMA may act while it is compiled, so it is compiled each time. */
    void keep(String sql, Prepared statement) throws SQLException {
        if (statement.sql().verb() == Verb.PRAGMA) {
            statement.close();
        } else if (statements.putIfAbsent(sql, statement) == null) {
            trim(limit);
        }
    }

    /** Forgets a statement that failed for this reason: sqlite-jdbc cannot run it again after some errors. */
    void drop(String sql, Prepared statement, Exception reason) {
        statements.remove(sql);
        try {
            statement.close();
        } catch (SQLException e) {
            // closing a statement tells of its last failure once more
            reason.addSuppressed(e);
        }
    }

    /** Lets go of all but as many. */
    void trim(int remaining) throws SQLException {
        Iterator<Prepared> eldest = statements.values().iterator();
        while (statements.size() > remaining) {
            Prepared statement = eldest.next();
            eldest.remove();
            statement.close();
        }
    }
}
