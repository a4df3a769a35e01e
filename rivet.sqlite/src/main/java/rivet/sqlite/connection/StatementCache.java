package rivet.sqlite.connection;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.sqlite.SQLiteConnection;

import rivet.sqlite.sql.SqlText;
import rivet.sqlite.sql.Verb;

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

    /** Returns a statement ready to run; whoever gets it gives it back by {@link #keep} or {@link #drop}. */
    Prepared take(String sql) throws SQLException {
        Prepared known = statements.get(sql);
        return known != null ? known : new Prepared(connection, SqlText.of(sql));
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
