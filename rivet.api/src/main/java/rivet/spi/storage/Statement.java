package rivet.spi.storage;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One SQL statement with its positional parameters.
 *
 * @param sql exactly one statement
 * @param params null, {@link Long}, {@link Double}, {@link String} or {@code byte[]} each
 */
public record Statement(String sql, List<Object> params) {

    public Statement {
        params = Collections.unmodifiableList(params);
    }

    /** Makes a statement; {@link Integer} and {@link Boolean} parameters are widened. */
    public static Statement of(String sql, Object... params) {
        Object[] widened = params.clone();
        for (int i = 0; i < widened.length; i++) {
            widened[i] = switch (widened[i]) {
                case Integer n -> n.longValue();
                case Boolean b -> b ? 1L : 0L;
                case null -> null;
                default -> widened[i];
            };
        }
        return new Statement(sql, Arrays.asList(widened));
    }
}
