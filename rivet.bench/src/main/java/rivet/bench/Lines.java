package rivet.bench;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import rivet.bench.scenario.CreateScenario;
import rivet.bench.scenario.FloodScenario;
import rivet.bench.scenario.MemoryScenario;
import rivet.bench.scenario.SocketMemoryScenario;
import rivet.bench.scenario.StartScenario;
import rivet.bench.scenario.Values;

/** How numbers look on the screen. */
final class Lines {

    private Lines() {
    }

    /** One measurement in one line. */
    static String of(Sample sample) {
        return "%-26s %-12s %s".formatted(sample.scenario(), sample.side(), sample.values().entrySet().stream()
            .map(Lines::value).filter(text -> !text.isEmpty()).collect(Collectors.joining("  ")));
    }

    private static String value(Map.Entry<String, Double> value) {
        double number = value.getValue();
        return switch (value.getKey()) {
            case Values.RATE -> rate(number);
            case Values.P50, Values.P99, Values.MAX -> value.getKey() + " " + time(number);
            case Values.SERVER_CPU -> "server " + micros(number);
            case Values.CLIENT_SHARE -> "client " + Math.round(100 * number) + " %";
            case CreateScenario.FLATNESS -> "flatness " + plain(number);
            case StartScenario.FULL -> "full " + time(number);
            case MemoryScenario.PER_ACTOR -> "per actor " + kib(number);
            case MemoryScenario.BEYOND_HANDLE -> "beyond handles " + kib(number);
            case MemoryScenario.DESCRIPTORS -> "descriptors " + Math.round(number);
            case SocketMemoryScenario.HEAP -> "heap " + kib(number);
            case SocketMemoryScenario.RESIDENT -> "resident " + kib(number);
            case Values.LIVE -> "live " + mib(number);
            case Values.RESIDENT -> "resident " + mib(number);
            case FloodScenario.DONE -> "done " + rate(number);
            case FloodScenario.REFUSED -> "refused " + rate(number);
            case StartScenario.EMPTY -> "empty " + time(number);
            case MemoryScenario.PLATFORM -> "platform " + mib(number);
            default -> "";
        };
    }

    static String rate(double perSecond) {
        return perSecond >= 1_000 ? format("%.1f k/s", perSecond / 1e3) : format("%.0f/s", perSecond);
    }

    /** Microseconds as milliseconds or seconds. */
    static String time(double micros) {
        if (micros >= 100_000) {
            return format("%.2f s", micros / 1e6);
        }
        return micros >= 10_000 ? format("%.0f ms", micros / 1e3) : format("%.3f ms", micros / 1e3);
    }

    static String micros(double micros) {
        return format("%.1f µs", micros);
    }

    static String mib(double bytes) {
        return format("%.0f MiB", bytes / (1 << 20));
    }

    static String kib(double bytes) {
        return format("%.1f KiB", bytes / (1 << 10));
    }

    static String plain(double number) {
        return format("%.2f", number);
    }

    private static String format(String pattern, double number) {
        return String.format(Locale.ROOT, pattern, number);
    }
}
