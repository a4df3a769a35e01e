package rivet.runtime.actor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import com.fasterxml.jackson.databind.JavaType;

import rivet.actor.Durability;
import rivet.actor.Row;
import rivet.actor.Sql;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.StorageFailures;
import rivet.runtime.turn.Parking;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;

/** An actor's SQL: statements in the transaction of the turn. */
final class ActorSql implements Sql {

    private final Instance instance;
    private final Database database;

    ActorSql(Instance instance, Database database) {
        this.instance = instance;
        this.database = database;
    }

    @Override
    public Changes execute(String sql, Object... params) {
        Result result = run("sql.execute", sql, params, false);
        return new Changes(result.changes(), result.lastInsertId());
    }

    @Override
    public List<Row> query(String sql, Object... params) {
        Result result = run("sql.query", sql, params, true);
        List<Row> rows = new ArrayList<>(result.rows().size());
        for (Object[] values : result.rows()) {
            rows.add(new ResultRow(result.columns(), values));
        }
        return rows;
    }

    @Override
    public <T> List<T> query(Class<T> type, String sql, Object... params) {
        Result result = run("sql.query", sql, params, true);
        JavaType target = instance.code().mapper().type(type);
        boolean single = isSingle(type);
        List<T> rows = new ArrayList<>(result.rows().size());
        for (Object[] values : result.rows()) {
            rows.add(instance.code().mapper().fromPlain(single ? values[0] : object(result.columns(), values), target, "row"));
        }
        return rows;
    }

    /** A simple type stands for the only column of a row. */
    private static boolean isSingle(Class<?> type) {
        return type.isPrimitive() || type == String.class || type == byte[].class || Number.class.isAssignableFrom(type) || type == Boolean.class;
    }

    private static Map<String, Object> object(List<String> columns, Object[] values) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            object.put(columns.get(i), values[i]);
        }
        return object;
    }

    private Result run(String operation, String sql, Object[] params, boolean query) {
        instance.check(operation);
        SqlGuard.check(sql);
        return execute(bind(sql, params), query && SqlGuard.reads(sql));
    }

    /** Runs a statement that needs no admission. */
    Result execute(Statement statement, boolean reads) {
        try {
            if (instance.scope().transaction().isPresent() || !reads && instance.durability() == Durability.TURN) {
                return get(instance.scope().open().execute(statement));
            }
            return reads ? get(database.query(List.of(statement))).getFirst() : get(database.execute(statement));
        } catch (RuntimeException e) {
            throw translated(e);
        }
    }

    /** Statements are no await points: the turn is kept. */
    private <T> T get(CompletionStage<T> stage) {
        Parking.untilDone(stage);
        T result = stage.toCompletableFuture().join();
        instance.checkAlive();
        return result;
    }

    private static RivetException translated(RuntimeException thrown) {
        Throwable cause = Failures.unwrap(thrown);
        if (cause instanceof RivetException named) {
            return named;
        }
        if (cause instanceof StorageException e && e.kind() == StorageException.Kind.CLOSED) {
            return ErrorCode.SQLITE_CLOSED.error().withCause(e);
        }
        if (cause instanceof StorageException e && e.kind() == StorageException.Kind.OVERLOADED) {
            return StorageFailures.ofStatement(e);
        }
        return ErrorCode.SQLITE_EXECUTION_FAILED.error("message", String.valueOf(cause.getMessage())).withCause(cause);
    }

    private static Statement bind(String sql, Object[] params) {
        Object[] bound = new Object[params.length];
        for (int i = 0; i < params.length; i++) {
            bound[i] = bind(params[i], i);
        }
        return Statement.of(sql, bound);
    }

    private static Object bind(Object param, int index) {
        return switch (param) {
            case null -> null;
            case Long n -> n;
            case Integer n -> n.longValue();
            case Short n -> n.longValue();
            case Byte n -> n.longValue();
            case Boolean b -> b ? 1L : 0L;
            case Double n -> n;
            case Float n -> n.doubleValue();
            case String s -> s;
            case byte[] bytes -> bytes;
            case Instant instant -> instant.toEpochMilli();
            default -> throw ErrorCode.SQLITE_INVALID_BIND_PARAMETER.error("name", "?" + (index + 1), "reason",
                "a " + param.getClass().getName() + " cannot be bound");
        };
    }

    private record ResultRow(List<String> columns, Object[] values) implements Row {

        @Override
        public Object get(String column) {
            int index = columns.indexOf(column);
            if (index < 0) {
                throw new IllegalArgumentException("no column '" + column + "', only " + columns);
            }
            return values[index];
        }

        @Override
        public Object get(int column) {
            return values[column];
        }

        @Override
        public String toString() {
            return object(columns, values).toString();
        }
    }
}
