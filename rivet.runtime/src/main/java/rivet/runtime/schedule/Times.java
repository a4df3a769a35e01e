package rivet.runtime.schedule;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as they are stored: milliseconds since the epoch, in 64 bits. */
final class Times {

    /** Later than anything. */
    static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);
    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);

    private Times() {}

    /** Returns the nearest time that can be stored. */
    static Instant storable(Instant at) {
        return at.isAfter(NEVER) ? NEVER : at.isBefore(FIRST) ? FIRST : at.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns a time that far from another, as near as it can be stored (R-sched-1). */
    static Instant after(Instant from, Duration delay) {
        try {
            return storable(from.plus(delay));
        } catch (ArithmeticException | DateTimeException e) {
            return delay.isNegative() ? FIRST : NEVER;
        }
    }
}
