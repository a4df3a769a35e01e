package rivet.protocol.codec;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Dates in JSON: the string of JavaScript's {@code toISOString}. */
final class JsonDate {

    private static final DateTimeFormatter WITHIN_YEAR = DateTimeFormatter.ofPattern("-MM-dd'T'HH:mm:ss.SSS'Z'");

    private JsonDate() {
    }

    static String format(Instant instant) {
        OffsetDateTime time = Instant.ofEpochMilli(Compat.millisOf(instant)).atOffset(ZoneOffset.UTC);
        int year = time.getYear();
        String shownYear = year >= 0 && year <= 9999 ? "%04d".formatted(year) : "%s%06d".formatted(year < 0 ? "-" : "+", Math.abs(year));
        return shownYear + WITHIN_YEAR.format(time);
    }
}
