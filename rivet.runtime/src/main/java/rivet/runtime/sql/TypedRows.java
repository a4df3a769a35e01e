package rivet.runtime.sql;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JavaType;

import rivet.error.ErrorCode;
import rivet.runtime.value.ValueMapper;
import rivet.spi.storage.Result;

/** Maps rows to the types of authors. */
final class TypedRows {

    private final ValueMapper mapper;

    TypedRows(ValueMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Maps the first rows of a result.
     *
     * @param most so many at most
     * @throws rivet.error.RivetException {@code actor.validation_error} if one does not fit
     */
    <T> List<T> map(Result result, Class<T> type, int most) {
        boolean single = isSingle(type);
        if (single && result.columns().size() != 1) {
            throw ErrorCode.ACTOR_VALIDATION_ERROR.error("target", "row").withMetadata(Map.of("issues", List.of(
                Map.of("path", "", "message", "a " + type.getSimpleName() + " stands for one column, not for " + result.columns()))));
        }
        JavaType target = mapper.type(type);
        List<T> rows = new ArrayList<>(Math.min(most, result.rows().size()));
        for (Object[] values : result.rows()) {
            if (rows.size() == most) {
                break;
            }
            rows.add(mapper.fromRow(single ? values[0] : ResultRow.object(result.columns(), values), target));
        }
        return rows;
    }

    /** A simple type stands for the only column of a row. */
    private static boolean isSingle(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || type == String.class || type == byte[].class || type == Boolean.class || type == Instant.class
            || type == Object.class || Number.class.isAssignableFrom(type);
    }
}
