package rivet.shell;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Spans of time as people say them, in at most a few characters: {@code 350ms}, {@code 12s}, {@code 3m}, {@code 2h}, {@code 5d}. */
final class Spans {

    private Spans() {}

    /** Returns a span, rounded down; a negative one is none. */
    static String of(Duration span) {
        if (span.isNegative()) {
            return "0s";
        }
        if (span.toDays() > 0) {
            return span.toDays() + "d";
        }
        if (span.toHours() > 0) {
            return span.toHours() + "h";
        }
        if (span.toMinutes() > 0) {
            return span.toMinutes() + "m";
        }
        return span.toSeconds() > 0 ? span.toSeconds() + "s" : span.toMillis() + "ms";
    }

    /** Returns time spent, finer than an age below a minute. */
    static String spent(long micros) {
        Duration span = Duration.of(micros, ChronoUnit.MICROS);
        return span.toMillis() >= 1_000 && span.toMinutes() == 0 ? String.format(Locale.ROOT, "%.1fs", span.toMillis() / 1_000d) : of(span);
    }

    /** Returns a point in time and how far it is: {@code 2026-11-30T15:00:00Z (3m ago)}. */
    static String point(Instant when, Instant now) {
        Duration ago = Duration.between(when, now);
        return when + (ago.isNegative() ? " (in " + of(ago.negated()) + ")" : " (" + of(ago) + " ago)");
    }
}
