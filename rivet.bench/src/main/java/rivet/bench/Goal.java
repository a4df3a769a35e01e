package rivet.bench;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * What a number must reach.
 *
 * @param atLeast whether more is better
 * @param limit a factor of the ceiling, or a fixed number
 * @param relative whether the limit is a factor
 */
record Goal(boolean atLeast, double limit, boolean relative) {

    /** For what has no limit in numbers. */
    static final Goal NONE = new Goal(true, Double.NaN, false);

    /** Whether it is reached; empty if one of the numbers is missing. */
    Optional<Boolean> reached(OptionalDouble ours, OptionalDouble ceiling) {
        if (Double.isNaN(limit) || ours.isEmpty() || relative && ceiling.isEmpty()) {
            return Optional.empty();
        }
        double border = relative ? limit * ceiling.getAsDouble() : limit;
        return Optional.of(atLeast ? ours.getAsDouble() >= border : ours.getAsDouble() <= border);
    }

    String text(DoubleFunction<String> format) {
        return Double.isNaN(limit) ? "-" : (atLeast ? "≥ " : "≤ ") + (relative ? String.format(Locale.ROOT, "%.1f × ceiling", limit) : format.apply(limit));
    }
}
