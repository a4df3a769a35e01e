package rivet.shell;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import rivet.inspect.Pace;

/** Paces of roll-outs as people type them. */
final class Paces {

    private static final Pattern RATE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)/s");

    private Paces() {}

    /** Returns the pace; {@code validation.invalid_input} if there is none of that name. */
    static Pace parse(String text) {
        Matcher rate = RATE.matcher(text);
        if (rate.matches() && Double.parseDouble(rate.group(1)) > 0) {
            return new Pace.PerSecond(Double.parseDouble(rate.group(1)));
        }
        return switch (text) {
            case "all" -> Pace.ALL_AT_ONCE;
            case "sleep" -> Pace.WHEN_THEY_SLEEP;
            default -> throw CommandFailed.input("a pace is all, sleep, or so many actors each second, as in 5/s or 0.5/s; not '" + text + "'");
        };
    }
}
