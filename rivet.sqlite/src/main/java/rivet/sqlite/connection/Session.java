package rivet.sqlite.connection;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.protocol.sql.SqlText;
import rivet.protocol.sql.Verb;

/** Runs statements on one connection, used by one thread at a time. */
final class Session {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final String LAST_INSERT_ID = "SELECT last_insert_rowid()";

    private final SQLiteConnection connection;
    private final StatementCache statements;
    private final Guard guard;
    private final long resultBytes;
    private boolean traces;
    // grows whenever the schema may have changed, so that what an author was allowed to do has to be looked at again
    private long schema;

    Session(SQLiteConnection connection, Connections.Settings settings) {
        this.connection = connection;
        this.statements = new StatementCache(connection, settings.keptStatements());
        this.guard = new Guard(connection);
        this.resultBytes = settings.resultBytes();
    }

    /** Runs a statement of a caller. Fails with a {@link StorageException}. */
    Result run(Statement statement, Admission admission) {
        try {
            Prepared prepared = statements.take(statement.sql(), text -> {
                admission.require(text);
                if (statement.guarded()) {
                    Guard.requireText(text);
                }
            });
            if (statement.guarded()) {
                admit(prepared, statement.sql());
            }
            Result result = run(statement.sql(), prepared, statement.params(), admission, statement.guarded() ? resultBytes : Long.MAX_VALUE);
            return prepared.sql().verb() == Verb.INSERT ? withRowId(result) : result;
        } catch (SQLException e) {
            throw Errors.of(e, SqlText.abridged(statement.sql()));
        }
    }

    /** Copies the database into another file, page by page, as the open transaction sees it. */
    void copyTo(Path file) throws SQLException {
        // SQLite reads a page once it has been asked for; it sees none before the transaction has read
        control("SELECT count(*) FROM sqlite_schema");
        int code = connection.getDatabase().backup("main", file.toAbsolutePath().toString(), null);
        if (code != 0) {
            throw new SQLException("the database could not be copied", null, code);
        }
    }

    private void admit(Prepared prepared, String sql) throws SQLException {
        if (!prepared.isAdmitted(schema)) {
            try {
                guard.admit(prepared.sql(), schema);
                prepared.admitted(schema);
            } catch (SQLException | RuntimeException e) {
                statements.drop(sql, prepared, e);
                throw e;
            }
        }
    }

    /** Runs a statement of the store itself. */
    void control(String sql) throws SQLException {
        run(sql, statements.take(sql, text -> { }), List.of(), Admission.STORE, Long.MAX_VALUE);
    }

    private Result run(String sql, Prepared prepared, List<Object> values, Admission admission, long limit) throws SQLException {
        try {
            admission.require(prepared.sql());
            traces |= prepared.sql().leavesTraces();
            schema += mayChangeSchema(prepared.sql().verb()) ? 1 : 0;
            Result result = prepared.sql().verb() == Verb.VACUUM ? vacuum(prepared) : prepared.run(values, limit);
            statements.keep(sql, prepared);
            return result;
        } catch (SQLException | RuntimeException e) {
            statements.drop(sql, prepared, e);
            throw e;
        }
    }

    /** Undoing a transaction may undo a change of the schema. */
    private static boolean mayChangeSchema(Verb verb) {
        return switch (verb) {
            case SCHEMA, VACUUM, ROLLBACK, ROLLBACK_TO, OTHER -> true;
            default -> false;
        };
    }

    /** VACUUM attaches a file of its own for a moment, where nobody else may. */
    private Result vacuum(Prepared prepared) throws SQLException {
        connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 1);
        try {
            return prepared.run(List.of(), Long.MAX_VALUE);
        } finally {
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
        }
    }

    private Result withRowId(Result result) throws SQLException {
        Prepared prepared = statements.take(LAST_INSERT_ID, text -> { });
        long id = (Long) run(LAST_INSERT_ID, prepared, List.of(), Admission.STORE, Long.MAX_VALUE).rows().getFirst()[0];
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
