package rivet.runtime.sql;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.sql.SqlText;

/** Turns what authors bind into what SQLite binds (R-sql-4). */
final class Binding {

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private Binding() {}

    /**
     * Returns the values for the places of a statement.
     *
     * @param params positional, or one map of named ones
     * @throws RivetException {@code sqlite.invalid_bind_parameter}
     */
    static List<Object> of(SqlText sql, Object[] params) {
        return params.length == 1 && params[0] instanceof Map<?, ?> named ? named(places(sql), named) : positional(params);
    }

    private static List<String> places(SqlText sql) {
        try {
            return sql.parameters();
        } catch (DecodeException e) {
            throw ErrorCode.SQLITE_INVALID_BIND_PARAMETER.error("name", "?", "reason", e.getMessage());
        }
    }

    private static List<Object> positional(Object[] params) {
        if (params.length == 0) {
            return List.of();
        }
        Object[] bound = new Object[params.length];
        for (int i = 0; i < params.length; i++) {
            bound[i] = value(params[i], "?" + (i + 1));
        }
        return Collections.unmodifiableList(Arrays.asList(bound));
    }

    private static List<Object> named(List<String> places, Map<?, ?> params) {
        List<Object> bound = new ArrayList<>(places.size());
        for (String place : places) {
            bound.add(value(lookUp(place, params), place));
        }
        return bound;
    }

    /** A name is looked for as it stands in the statement, with the other marks, and without. */
    private static Object lookUp(String place, Map<?, ?> params) {
        if (place.isEmpty()) {
            throw invalid("?", "it has no name, so no map can give it a value");
        }
        String bare = place.substring(1);
        for (String name : List.of(place, ":" + bare, "@" + bare, "$" + bare, bare)) {
            if (params.containsKey(name)) {
                return params.get(name);
            }
        }
        throw invalid(place, "it is not among those given");
    }

    private static Object value(Object param, String name) {
        return switch (param) {
            case null -> null;
            case Long n -> n;
            case Integer n -> n.longValue();
            case Short n -> n.longValue();
            case Byte n -> n.longValue();
            case BigInteger n when n.compareTo(LEAST) >= 0 && n.compareTo(MOST) <= 0 -> n.longValue();
            case BigInteger n -> throw invalid(name, "it does not fit into 64 bits");
            case Boolean b -> b ? 1L : 0L;
            case Double n -> n;
            case Float n -> n.doubleValue();
            case String s -> s;
            case Enum<?> constant -> constant.name();
            case byte[] bytes -> bytes;
            case Instant instant -> instant.toEpochMilli();
            case Optional<?> optional -> optional.isEmpty() ? null : value(optional.get(), name);
            default -> throw invalid(name, "a " + param.getClass().getName() + " cannot be bound");
        };
    }

    private static RivetException invalid(String name, String reason) {
        return ErrorCode.SQLITE_INVALID_BIND_PARAMETER.error("name", name, "reason", reason);
    }
}
