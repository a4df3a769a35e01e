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
import rivet.protocol.sql.SqlText;

/** A statement that SQLite has compiled. */
final class Prepared {

    // SQLite and sqlite-jdbc each keep the last parameters of a statement, so big ones are let go at once
    private static final int KEPT_BYTES = 16 * 1024;

    private final SqlText sql;
    private final SQLiteConnection connection;
    private final PreparedStatement statement;
    private final int parameters;
    private long admittedAt = -1;

    Prepared(SQLiteConnection connection, SqlText sql) throws SQLException {
        this.sql = sql;
        this.connection = connection;
        this.statement = connection.prepareStatement(sql.text());
        this.parameters = statement.getParameterMetaData().getParameterCount();
    }

    SqlText sql() {
        return sql;
    }

    /** Returns whether authors may run it, with the schema as it is. */
    boolean isAdmitted(long schema) {
        return admittedAt == schema;
    }

    void admitted(long schema) {
        admittedAt = schema;
    }

    /**
     * Runs it to its end. The row id of the result is left out. After a failure it can only be closed.
     *
     * @param limit most memory for the result
     */
    Result run(List<Object> values, long limit) throws SQLException {
        long bytes = bind(values);
        Result rows = statement.execute() ? rows(limit) : Result.NONE;
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

    private Result rows(long limit) throws SQLException {
        try (ResultSet found = statement.getResultSet()) {
            ResultSetMetaData meta = found.getMetaData();
            String[] columns = new String[meta.getColumnCount()];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = meta.getColumnName(i + 1);
            }
            List<Object[]> rows = new ArrayList<>();
            long bytes = 0;
            while (found.next()) {
                Object[] row = row(found, columns.length);
                bytes += size(row);
                if (bytes > limit) {
                    throw new StorageException(Kind.TOO_LARGE, "the result is larger than " + limit + " bytes: " + SqlText.abridged(sql.text()));
                }
                rows.add(row);
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

    /** About what a row takes in memory. */
    private static long size(Object[] row) {
        long size = 24 + 24L * row.length;
        for (Object value : row) {
            size += value instanceof String s ? s.length() : value instanceof byte[] b ? b.length : 0;
        }
        return size;
    }

    void close() throws SQLException {
        statement.close();
    }
}
