package rivet.spi.storage;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One SQL statement with its positional parameters.
 *
 * @param sql exactly one statement
 * @param params null, {@link Long}, {@link Double}, {@link String} or {@code byte[]} each
 * @param guarded whether the text comes from an author of actors. The store runs it only if it neither reads nor changes what belongs to the platform, that is
 *        tables named {@code _rivet_...} by whatever way, other files, and the settings of the connection; it bounds the size of its result, and it can
 *        stop it ({@link Database#interrupt})
 */
public record Statement(String sql, List<Object> params, boolean guarded) {

    public Statement {
        params = Collections.unmodifiableList(params);
    }

    /** Makes a statement of the platform. */
    public Statement(String sql, List<Object> params) {
        this(sql, params, false);
    }

    /** Makes a statement of the platform; {@link Integer} and {@link Boolean} parameters are widened. */
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

    /** Makes a statement of an author. */
    public static Statement guarded(String sql, List<Object> params) {
        return new Statement(sql, params, true);
    }
}
