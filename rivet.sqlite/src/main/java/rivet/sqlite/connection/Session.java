package rivet.sqlite.connection;

import java.sql.SQLException;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.sqlite.sql.SqlText;
import rivet.sqlite.sql.Verb;

/** Runs statements on one connection, used by one thread at a time. */
final class Session {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final String LAST_INSERT_ID = "SELECT last_insert_rowid()";

    private final SQLiteConnection connection;
    private final StatementCache statements;
    private boolean traces;

    Session(SQLiteConnection connection, int keptStatements) {
        this.connection = connection;
        this.statements = new StatementCache(connection, keptStatements);
    }

    /** Runs a statement of a caller. Fails with a {@link StorageException}. */
    Result run(Statement statement, Admission admission) {
        try {
            Prepared prepared = statements.take(statement.sql());
            Result result = run(statement.sql(), prepared, statement.params(), admission);
            return prepared.sql().verb() == Verb.INSERT ? withRowId(result) : result;
        } catch (SQLException e) {
            throw Errors.of(e, SqlText.abridged(statement.sql()));
        }
    }

    /** Runs a statement of the store itself. */
    void control(String sql) throws SQLException {
        run(sql, statements.take(sql), List.of(), Admission.STORE);
    }

    private Result run(String sql, Prepared prepared, List<Object> values, Admission admission) throws SQLException {
        try {
            admission.require(prepared.sql());
            traces |= prepared.sql().leavesTraces();
            Result result = prepared.sql().verb() == Verb.VACUUM ? vacuum(prepared) : prepared.run(values);
            statements.keep(sql, prepared);
            return result;
        } catch (SQLException | RuntimeException e) {
            statements.drop(sql, prepared, e);
            throw e;
        }
    }

    /** VACUUM attaches a file of its own for a moment, where nobody else may. */
    private Result vacuum(Prepared prepared) throws SQLException {
        connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 1);
        try {
            return prepared.run(List.of());
        } finally {
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
        }
    }

    private Result withRowId(Result result) throws SQLException {
        Prepared prepared = statements.take(LAST_INSERT_ID);
        long id = (Long) run(LAST_INSERT_ID, prepared, List.of(), Admission.STORE).rows().getFirst()[0];
        return new Result(result.columns(), result.rows(), result.changes(), id);
    }

    /** Returns whether statements may have changed the connection itself, so that the next user would see it. */
    boolean hasTraces() {
        return traces;
    }

    /** Lets go of the page cache, and of compiled statements but the last few; returns whether that went well. */
    boolean rest(int statementsKept) {
        try {
            statements.trim(statementsKept);
            connection.getDatabase()._exec("PRAGMA shrink_memory");
            return true;
        } catch (SQLException e) {
            LOG.warn("A connection could not be laid to rest", e);
            return false;
        }
    }

    /** Closes the connection; a transaction that is still open is undone by SQLite. */
    void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw Errors.of(e, "closing the database");
        }
    }
}
