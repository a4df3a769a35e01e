package rivet.sqlite.connection;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.sqlite.SQLiteConnection;

import rivet.spi.storage.Result;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.sqlite.sql.SqlText;

/** A statement that SQLite has compiled. */
final class Prepared {

    // SQLite and sqlite-jdbc each keep the last parameters of a statement, so big ones are let go at once
    private static final int KEPT_BYTES = 16 * 1024;

    private final SqlText sql;
    private final SQLiteConnection connection;
    private final PreparedStatement statement;
    private final int parameters;

    Prepared(SQLiteConnection connection, SqlText sql) throws SQLException {
        this.sql = sql;
        this.connection = connection;
        this.statement = connection.prepareStatement(sql.text());
        this.parameters = statement.getParameterMetaData().getParameterCount();
    }

    SqlText sql() {
        return sql;
    }

    /** Runs it to its end. The row id of the result is left out. After a failure it can only be closed. */
    Result run(List<Object> values) throws SQLException {
        long bytes = bind(values);
        Result rows = statement.execute() ? rows() : Result.NONE;
        if (bytes > KEPT_BYTES) {
            statement.clearParameters();
        }
        return sql.verb().changesRows() ? new Result(rows.columns(), rows.rows(), connection.getDatabase().changes(), 0) : rows;
    }

    private long bind(List<Object> values) throws SQLException {
        if (values.size() != parameters) {
            throw new StorageException(Kind.STATEMENT,
                values.size() + " parameters for " + parameters + " places in: " + SqlText.abridged(sql.text()));
        }
        long bytes = 0;
        for (int i = 0; i < parameters; i++) {
            bytes += bind(i + 1, values.get(i));
        }
        return bytes;
    }

    private int bind(int place, Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(place, 0);
            case Long n -> statement.setLong(place, n);
            case Double d -> statement.setDouble(place, d);
            case String s -> {
                statement.setString(place, s);
                return s.length();
            }
            case byte[] b -> {
                statement.setBytes(place, b);
                return b.length;
            }
            default -> throw new StorageException(Kind.STATEMENT, "a parameter cannot be a " + value.getClass().getName());
        }
        return Long.BYTES;
    }

    private Result rows() throws SQLException {
        try (ResultSet found = statement.getResultSet()) {
            ResultSetMetaData meta = found.getMetaData();
            String[] columns = new String[meta.getColumnCount()];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = meta.getColumnName(i + 1);
            }
            List<Object[]> rows = new ArrayList<>();
            while (found.next()) {
                rows.add(row(found, columns.length));
            }
            return new Result(Arrays.asList(columns), rows, 0, 0);
        }
    }

    private static Object[] row(ResultSet found, int columns) throws SQLException {
        Object[] row = new Object[columns];
        for (int i = 0; i < columns; i++) {
            Object value = found.getObject(i + 1);
            // sqlite-jdbc gives small integers as Integer
            row[i] = value instanceof Integer n ? Long.valueOf(n) : value;
        }
        return row;
    }

    void close() throws SQLException {
        statement.close();
    }
}
