package rivet.runtime.sql;

import java.util.List;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Budget;

/**
 * How large statements of authors may be.
 *
 * @param text most characters of a text, which may be of several statements
 * @param params most parameters of a statement
 * @param paramBytes most bytes of its parameters in all
 */
public record Limits(int text, int params, long paramBytes) {

    /**
     * Returns the usual limits.
     *
     * @param storeBytes what the store can take
     */
    public static Limits of(long storeBytes) {
        return new Limits(1 << 20, 32_766, Math.min(32 << 20, storeBytes));
    }

    void requireText(String sql) {
        if (sql.length() > text) {
            throw exceeded("the text of " + sql.length() + " characters", text);
        }
    }

    void requireParams(List<Object> values) {
        if (values.size() > params) {
            throw exceeded("the number of parameters, " + values.size() + ",", params);
        }
        long bytes = 0;
        for (Object value : values) {
            bytes += Budget.payload(value);
        }
        if (bytes > paramBytes) {
            throw exceeded("the size of the parameters, " + bytes + " bytes,", paramBytes);
        }
    }

    private static RivetException exceeded(String what, long limit) {
        return ErrorCode.SQLITE_LIMIT_EXCEEDED.error("what", what, "limit", limit);
    }
}
